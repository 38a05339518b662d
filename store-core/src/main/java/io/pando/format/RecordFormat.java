package io.pando.format;

import io.pando.bytes.Payload;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.codec.Union;
import io.pando.proto.FormatException;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The format of a stored record: one byte with the version of the format, then a message.
 *
 * @param <T> type of the record
 */
public final class RecordFormat<T> {
  private static final int ROOM = 128;

  private final Type<?> type;
  private final Function<T, ProtoWriter> write;
  private final Function<byte[], T> read;

  private RecordFormat(Type<?> type, Function<T, ProtoWriter> write, Function<byte[], T> read) {
    this.type = type;
    this.write = write;
    this.read = read;
  }

  /** The format of a record. */
  public static <T extends Record> RecordFormat<T> of(int version, Shape<T> shape) {
    return of(shape, version, _ -> version, _ -> ROOM);
  }

  /**
   * The format of a record with several versions. A later version allows something that readers of
   * the earlier ones do not understand; the message is otherwise the same.
   *
   * @param newest the newest version; records of all versions from 1 on are read
   * @param needed the first version that allows a record, which is the one that is written
   * @param room bytes that a record is expected to take at most
   */
  public static <T extends Record> RecordFormat<T> of(
      Shape<T> shape, int newest, ToIntFunction<T> needed, ToIntFunction<T> room) {
    return new RecordFormat<>(
        shape,
        value -> write(needed.applyAsInt(value), room.applyAsInt(value), shape::writeBody, value),
        bytes -> shape.readBody(reader(shape.name(), newest, bytes)));
  }

  /** The format of a union of records. */
  public static <T> RecordFormat<T> of(int version, Union<T> union) {
    return new RecordFormat<>(
        union,
        value -> write(version, ROOM, union::writeBody, value),
        bytes -> union.readBody(reader(union.name(), version, bytes)));
  }

  /** The same format for another Java type, whose constructor checks the values. */
  public <U> RecordFormat<U> as(Function<T, U> from, Function<U, T> to) {
    return new RecordFormat<>(
        type,
        to.andThen(write),
        bytes -> {
          try {
            return from.apply(read.apply(bytes));
          } catch (IllegalArgumentException e) {
            throw new FormatException(String.valueOf(e.getMessage()));
          }
        });
  }

  /** The type of the message. */
  public Type<?> type() {
    return type;
  }

  /** The bytes of a record. */
  public byte[] toBytes(T value) {
    ProtoWriter out = write.apply(value);
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
    return read.apply(bytes);
  }

  private static <T> ProtoWriter write(
      int version, int room, BiConsumer<ProtoWriter, T> body, T value) {
    ProtoWriter out = ProtoWriter.inline(1, room);
    out.array()[0] = (byte) version;
    body.accept(out, value);
    return out;
  }

  private static ProtoReader reader(String name, int newest, byte[] bytes) {
    if (bytes.length == 0) {
      throw new FormatException(name + ": it is empty");
    }
    if (bytes[0] < 1 || bytes[0] > newest) {
      throw new FormatException(
          "%s: stored in version %d of the format, this release knows version %d"
              .formatted(name, bytes[0], newest));
    }
    return ProtoReader.of(bytes, 1);
  }
}
