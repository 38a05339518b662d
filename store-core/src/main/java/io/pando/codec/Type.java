package io.pando.codec;

import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of values of one Java type in a field of a message. A type that contains others is a
 * record: the JIT compiler treats fields of records as constants, so that it can inline the whole
 * code of a {@link Shape}.
 *
 * @param <T> type of the values
 */
public sealed interface Type<T>
    permits Scalar, Shape, Union, EnumType, Entry, PayloadType, ConvertedType {
  /** Its name in the schema. */
  String name();

  /** The Java type. */
  Class<?> javaType();

  /** The wire type of Protocol Buffers. */
  int wireType();

  /** Writes a value, without a tag. */
  void write(ProtoWriter out, T value);

  /** Reads what {@link #write} wrote. */
  T read(ProtoReader in);

  /** Whether the value equals that of an absent field, so that it need not be written. */
  default boolean isAbsent(T value) {
    return false;
  }

  /** The value of an absent field; null if the field must be present. */
  default @Nullable T absent() {
    return null;
  }

  /** Whether the type is a separate message in the schema, and not encoded as another type. */
  default boolean isMessage() {
    return wireType() == ProtoWriter.BYTES;
  }

  /** Passes the types that it contains to {@code seen}. */
  default void parts(Consumer<Type<?>> seen) {}

  /** Its definition in the schema; empty if it needs none. */
  default String definition() {
    return "";
  }

  /** The same encoding for another Java type, whose constructor checks the values. */
  default <U> Type<U> as(Class<U> other, Function<T, U> from, Function<U, T> to) {
    return new ConvertedType<>(this, other, from, to);
  }
}
