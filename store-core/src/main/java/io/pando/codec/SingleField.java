package io.pando.codec;

import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import org.jspecify.annotations.Nullable;

/** A component with one value, or optionally none. */
record SingleField<T>(int number, Type<T> type, boolean optional) implements Field<T> {
  @Override
  public Class<?> javaType() {
    return type.javaType();
  }

  @Override
  public void write(ProtoWriter out, @Nullable T value) {
    if (value == null) {
      if (!optional) {
        throw new IllegalArgumentException("a " + type.name() + " must not be null");
      }
    } else if (optional || !type.isAbsent(value)) {
      out.tag(number, type.wireType());
      type.write(out, value);
    }
  }

  @Override
  public Object read(ProtoReader in, int wireType, @Nullable Object soFar) {
    if (wireType != type.wireType()) {
      throw in.damaged("wire type " + wireType + " where " + type.name() + " is expected");
    }
    return type.read(in);
  }

  @Override
  public @Nullable Object finish(ProtoReader in, @Nullable Object soFar) {
    if (soFar != null || optional) {
      return soFar;
    }
    T absent = type.absent();
    if (absent == null) {
      throw in.damaged("it is missing");
    }
    return absent;
  }

  @Override
  public String label() {
    return optional && !type.isMessage() ? "optional " : "";
  }
}
