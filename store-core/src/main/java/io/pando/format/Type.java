package io.pando.format;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How values of one Java type stand in a field of a message. Where a type is made of others it is a
 * record: the compiler of the JVM takes fields of records for constants, so that the code of a
 * {@link Shape} becomes one piece.
 *
 * @param <T> type of the values
 */
public sealed interface Type<T>
    permits Scalar, Shape, Union, Words, Entry, PayloadType, ConvertedType {
  /** Its name in the schema. */
  String name();

  /** The Java type. */
  Class<?> javaType();

  /** How Protocol Buffers mark it on the wire. */
  int wireType();

  /** Writes a value, without a tag. */
  void write(ProtoWriter out, T value);

  /** Reads what {@link #write} wrote. */
  T read(ProtoReader in);

  /** Whether the value is what an absent field means, so that it need not be written. */
  default boolean isAbsent(T value) {
    return false;
  }

  /** What an absent field means; null if the field must be there. */
  default @Nullable T absent() {
    return null;
  }

  /** Whether it is a message of its own in the schema, and not the same as another type. */
  default boolean isMessage() {
    return wireType() == ProtoWriter.BYTES;
  }

  /** Hands over the types it is made of. */
  default void parts(Consumer<Type<?>> seen) {}

  /** Its definition in the schema; empty if it needs none. */
  default String definition() {
    return "";
  }

  /** The same bytes as another Java type, whose constructor checks them. */
  default <U> Type<U> as(Class<U> other, Function<T, U> from, Function<U, T> to) {
    return new ConvertedType<>(this, other, from, to);
  }
}
