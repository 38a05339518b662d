package io.pando.codec;

import io.pando.proto.FormatException;
import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A type whose values are written as values of another type. */
record ConvertedType<T, U>(Type<T> inner, Class<U> javaType, Function<T, U> from, Function<U, T> to)
    implements Type<U> {
  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public int wireType() {
    return inner.wireType();
  }

  @Override
  public void write(ProtoWriter out, U value) {
    inner.write(out, inner(value));
  }

  @Override
  public U read(ProtoReader in) {
    return outer(inner.read(in));
  }

  /** False for a message, without converting the value. */
  @Override
  public boolean isAbsent(U value) {
    return !isMessage() && inner.isAbsent(inner(value));
  }

  @Override
  public @Nullable U absent() {
    T absent = inner.absent();
    return absent == null ? null : outer(absent);
  }

  @Override
  public boolean isMessage() {
    return inner.isMessage();
  }

  @Override
  public void parts(Consumer<Type<?>> seen) {
    seen.accept(inner);
  }

  T inner(U value) {
    return to.apply(value);
  }

  U outer(T value) {
    try {
      return from.apply(value);
    } catch (IllegalArgumentException e) {
      throw new FormatException(String.valueOf(e.getMessage()));
    }
  }
}
