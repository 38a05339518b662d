package io.pando.format;

import org.jspecify.annotations.Nullable;

/** The epoch, which the frame's header carries. */
final class EpochField extends Field<Long> {
  static final EpochField INSTANCE = new EpochField();

  private EpochField() {
    super(0, Long.class);
  }

  @Override
  void write(ProtoWriter out, @Nullable Long value) {
    out.epoch(value == null ? 0 : value);
  }

  @Override
  Object read(ProtoReader in, int wireType, @Nullable Object soFar) {
    throw in.damaged("a field without a number");
  }

  @Override
  Object finish(ProtoReader in, @Nullable Object soFar) {
    return in.epoch();
  }

  @Override
  @Nullable Type<?> type() {
    return null;
  }

  @Override
  String label() {
    return "";
  }
}
