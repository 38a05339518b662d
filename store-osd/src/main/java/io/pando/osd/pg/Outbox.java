package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Sink;
import org.jspecify.annotations.Nullable;

/** Where the rooms of a group put their effects; they go to the sink of the step that runs. */
final class Outbox implements Sink {
  private @Nullable Sink target;

  void open(Sink sink) {
    Invariant.check(target == null, "a step begins within a step");
    target = sink;
  }

  void close() {
    target = null;
  }

  @Override
  public void emit(Effect effect) {
    Invariant.present(target, () -> "an effect outside a step: " + effect).emit(effect);
  }
}
