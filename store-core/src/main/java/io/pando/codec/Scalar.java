package io.pando.codec;

import io.pando.bytes.Payload;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.nio.IntBuffer;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The scalar types of Protocol Buffers: numbers, booleans, texts and bytes. */
public record Scalar<T>(
    String name,
    Class<T> javaType,
    int wireType,
    T absent,
    BiConsumer<ProtoWriter, T> writer,
    Function<ProtoReader, T> reader)
    implements Type<T> {
  /** A long that is mostly small and not negative; any value can be encoded. */
  public static final Type<Long> UINT64 =
      new Scalar<>(
          "uint64", Long.class, ProtoWriter.VARINT, 0L, ProtoWriter::varint, ProtoReader::varint);

  /** An int that is mostly small and not negative; any value can be encoded. */
  public static final Type<Integer> UINT32 =
      new Scalar<>(
          "uint32",
          Integer.class,
          ProtoWriter.VARINT,
          0,
          (out, value) -> out.varint(Integer.toUnsignedLong(value)),
          ProtoReader::varint32);

  /** An int that is small and may be negative. */
  public static final Type<Integer> SINT32 =
      new Scalar<>(
          "sint32",
          Integer.class,
          ProtoWriter.VARINT,
          0,
          (out, value) -> out.varint(Integer.toUnsignedLong(value << 1 ^ value >> 31)),
          Scalar::zigzag);

  /** An int of which all bits are used, such as a hash. */
  public static final Type<Integer> FIXED32 =
      new Scalar<>(
          "fixed32",
          Integer.class,
          ProtoWriter.FIXED32,
          0,
          ProtoWriter::fixed32,
          ProtoReader::fixed32);

  /** A long of which all bits are used, such as a random number. */
  public static final Type<Long> FIXED64 =
      new Scalar<>(
          "fixed64",
          Long.class,
          ProtoWriter.FIXED64,
          0L,
          ProtoWriter::fixed64,
          ProtoReader::fixed64);

  /** A boolean. */
  public static final Type<Boolean> BOOL =
      new Scalar<>(
          "bool",
          Boolean.class,
          ProtoWriter.VARINT,
          false,
          (out, value) -> out.varint(value ? 1 : 0),
          in -> in.varint() != 0);

  /** Well-formed Unicode. */
  public static final Type<String> STRING =
      new Scalar<>(
          "string", String.class, ProtoWriter.BYTES, "", ProtoWriter::text, ProtoReader::text);

  /** Raw bytes; an absent field means an empty array. */
  public static final Type<byte[]> BYTES =
      new Scalar<>(
          "bytes",
          byte[].class,
          ProtoWriter.BYTES,
          new byte[0],
          ProtoWriter::bytes,
          ProtoReader::bytes);

  /** A payload as raw bytes, which are always in the message; an absent field means none. */
  public static final Type<Payload> PAYLOAD_BYTES =
      new Scalar<>(
          "bytes",
          Payload.class,
          ProtoWriter.BYTES,
          Payload.EMPTY,
          ProtoWriter::bytes,
          in -> Payload.wrap(in.bytes()));

  /** Ints of which all bits are used, packed into one field; an absent field means none. */
  public static final Type<IntBuffer> FIXED32S =
      new Scalar<>(
          "repeated fixed32",
          IntBuffer.class,
          ProtoWriter.BYTES,
          IntBuffer.allocate(0),
          ProtoWriter::fixed32s,
          ProtoReader::fixed32s);

  private static int zigzag(ProtoReader in) {
    int bits = in.varint32();
    return bits >>> 1 ^ -(bits & 1);
  }

  @Override
  public void write(ProtoWriter out, T value) {
    writer.accept(out, value);
  }

  @Override
  public T read(ProtoReader in) {
    return reader.apply(in);
  }

  @Override
  public boolean isAbsent(T value) {
    return value.equals(absent);
  }

  @Override
  public boolean isMessage() {
    return false;
  }
}
