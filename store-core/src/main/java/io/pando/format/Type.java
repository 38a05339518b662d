package io.pando.format;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How values of one Java type stand in a field of a message.
 *
 * @param <T> type of the values
 */
public abstract sealed class Type<T>
    permits Scalar, Shape, Union, Words, Entry, PayloadType, ConvertedType {
  private final String name;
  private final Class<?> javaType;

  Type(String name, Class<?> javaType) {
    this.name = name;
    this.javaType = javaType;
  }

  /** Its name in the schema. */
  final String name() {
    return name;
  }

  final Class<?> javaType() {
    return javaType;
  }

  abstract int wireType();

  abstract void write(ProtoWriter out, T value);

  abstract T read(ProtoReader in);

  /** Whether the value is what an absent field means, so that it need not be written. */
  boolean isAbsent(T value) {
    return false;
  }

  /** What an absent field means; null if the field must be there. */
  @Nullable T absent() {
    return null;
  }

  /** Whether it is a message of its own in the schema, and not the same as another type. */
  boolean isMessage() {
    return wireType() == ProtoWriter.BYTES;
  }

  /** Hands over the types it is made of. */
  void parts(Consumer<Type<?>> seen) {}

  /** Its definition in the schema; empty if it needs none. */
  String definition() {
    return "";
  }

  /** The same bytes as another Java type, whose constructor checks them. */
  public <U> Type<U> as(Class<U> other, Function<T, U> from, Function<U, T> to) {
    return new ConvertedType<>(this, other, from, to);
  }
}
