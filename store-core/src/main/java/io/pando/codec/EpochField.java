package io.pando.codec;

import io.pando.proto.ProtoReader;
import io.pando.proto.ProtoWriter;
import org.jspecify.annotations.Nullable;

/** The epoch of a message, which is in the frame's header. */
final class EpochField implements Field<Long> {
  static final EpochField INSTANCE = new EpochField();

  private EpochField() {}

  @Override
  public int number() {
    return 0;
  }

  @Override
  public Class<?> javaType() {
    return Long.class;
  }

  @Override
  public void write(ProtoWriter out, @Nullable Long value) {
    out.epoch(value == null ? 0 : value);
  }

  @Override
  public Object read(ProtoReader in, int wireType, @Nullable Object soFar) {
    throw in.damaged("a field without a number");
  }

  @Override
  public Object finish(ProtoReader in, @Nullable Object soFar) {
    return in.epoch();
  }

  @Override
  public @Nullable Type<?> type() {
    return null;
  }

  @Override
  public String label() {
    return "";
  }
}
