package io.pando.codec;

import io.pando.bytes.Payload;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The format of a stored record: one byte with the version of the format, then a message.
 *
 * @param <T> type of the record
 */
public final class RecordFormat<T> {
  private static final int ROOM = 128;

  private final String name;
  private final int version;
  private final BiConsumer<ProtoWriter, T> write;
  private final Function<ProtoReader, T> read;
  private final int room;

  private RecordFormat(
      String name,
      int version,
      BiConsumer<ProtoWriter, T> write,
      Function<ProtoReader, T> read,
      int room) {
    this.name = name;
    this.version = version;
    this.write = write;
    this.read = read;
    this.room = room;
  }

  /** The format of a record. */
  public static <T extends Record> RecordFormat<T> of(int version, Shape<T> shape) {
    return new RecordFormat<>(shape.name(), version, shape::writeBody, shape::readBody, ROOM);
  }

  /** The format of a union of records. */
  public static <T> RecordFormat<T> of(int version, Union<T> union) {
    return new RecordFormat<>(union.name(), version, union::writeBody, union::readBody, ROOM);
  }

  /** The same format for another Java type. */
  public <U> RecordFormat<U> as(Function<T, U> from, Function<U, T> to) {
    return new RecordFormat<>(
        name,
        version,
        (out, value) -> write.accept(out, to.apply(value)),
        in -> from.apply(read.apply(in)),
        room);
  }

  /** The same format; records are expected to take up to {@code bytes} bytes. */
  public RecordFormat<T> withRoom(int bytes) {
    return new RecordFormat<>(name, version, write, read, bytes);
  }

  /** The bytes of a record. */
  public byte[] toBytes(T value) {
    ProtoWriter out = write(value);
    return Arrays.copyOf(out.array(), out.size());
  }

  /** The bytes of a record, for a store. */
  public Payload encode(T value) {
    return Payload.wrap(toBytes(value));
  }

  /** Decodes a record; throws {@link FormatException} if the bytes are not one. */
  public T decode(Payload bytes) {
    return decode(bytes.toByteArray());
  }

  /** Decodes a record; throws {@link FormatException} if the bytes are not one. */
  public T decode(byte[] bytes) {
    if (bytes.length == 0) {
      throw new FormatException(name + ": it is empty");
    }
    if (bytes[0] != version) {
      throw new FormatException(
          "%s: stored in version %d of the format, this release knows version %d"
              .formatted(name, bytes[0], version));
    }
    return read.apply(ProtoReader.of(bytes, 1));
  }

  private ProtoWriter write(T value) {
    ProtoWriter out = ProtoWriter.inline(1, room);
    out.array()[0] = (byte) version;
    write.accept(out, value);
    return out;
  }
}
