package io.pando.format;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values that are written as those of another type. */
final class ConvertedType<T, U> extends Type<U> {
  private final Type<T> inner;
  private final Function<T, U> from;
  private final Function<U, T> to;

  ConvertedType(Type<T> inner, Class<U> javaType, Function<T, U> from, Function<U, T> to) {
    super(inner.name(), javaType);
    this.inner = inner;
    this.from = from;
    this.to = to;
  }

  @Override
  int wireType() {
    return inner.wireType();
  }

  @Override
  void write(ProtoWriter out, U value) {
    inner.write(out, to.apply(value));
  }

  @Override
  U read(ProtoReader in) {
    return converted(inner.read(in));
  }

  @Override
  boolean isAbsent(U value) {
    return inner.isAbsent(to.apply(value));
  }

  @Override
  @Nullable U absent() {
    T absent = inner.absent();
    return absent == null ? null : converted(absent);
  }

  @Override
  boolean isMessage() {
    return inner.isMessage();
  }

  @Override
  void parts(Consumer<Type<?>> seen) {
    seen.accept(inner);
  }

  private U converted(T value) {
    try {
      return from.apply(value);
    } catch (IllegalArgumentException e) {
      throw new FormatException(String.valueOf(e.getMessage()));
    }
  }
}
