package io.pando.format;

import java.util.function.BiConsumer;
import java.util.function.Function;

/** Numbers, truth values and texts: what Protocol Buffers has words for. */
public final class Scalar<T> extends Type<T> {
  /** A long that is mostly small and not negative; any value is kept. */
  public static final Type<Long> UINT64 =
      new Scalar<>(
          "uint64", Long.class, ProtoWriter.VARINT, 0L, ProtoWriter::varint, ProtoReader::varint);

  /** An int that is mostly small and not negative; any value is kept. */
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

  /** Yes or no. */
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

  /** Raw bytes; an absent field has none. */
  public static final Type<byte[]> BYTES =
      new Scalar<>(
          "bytes",
          byte[].class,
          ProtoWriter.BYTES,
          new byte[0],
          ProtoWriter::bytes,
          ProtoReader::bytes);

  private final int wireType;
  private final T absent;
  private final BiConsumer<ProtoWriter, T> write;
  private final Function<ProtoReader, T> read;

  private Scalar(
      String name,
      Class<T> javaType,
      int wireType,
      T absent,
      BiConsumer<ProtoWriter, T> write,
      Function<ProtoReader, T> read) {
    super(name, javaType);
    this.wireType = wireType;
    this.absent = absent;
    this.write = write;
    this.read = read;
  }

  private static int zigzag(ProtoReader in) {
    int bits = in.varint32();
    return bits >>> 1 ^ -(bits & 1);
  }

  @Override
  int wireType() {
    return wireType;
  }

  @Override
  void write(ProtoWriter out, T value) {
    write.accept(out, value);
  }

  @Override
  T read(ProtoReader in) {
    return read.apply(in);
  }

  @Override
  boolean isAbsent(T value) {
    return value.equals(absent);
  }

  @Override
  T absent() {
    return absent;
  }

  @Override
  boolean isMessage() {
    return false;
  }
}
