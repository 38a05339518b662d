package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Sink;
import org.jspecify.annotations.Nullable;

/**
 * Collects the effects of a group's components and passes them to the sink of the current step. An
 * effect that would overtake updates under way waits for those updates.
 */
final class Outbox implements Sink {
  private @Nullable Sink target;
  private @Nullable PrimaryReplication updates;

  /** From now on no effect overtakes these updates; null if this OSD orders none. */
  void keepBehind(@Nullable PrimaryReplication underWay) {
    updates = underWay;
  }

  void open(Sink sink) {
    Invariant.check(target == null, "a step begins within a step");
    target = sink;
  }

  void close() {
    target = null;
  }

  @Override
  public void emit(Effect effect) {
    PrimaryReplication underWay = updates;
    if (underWay != null && effect instanceof Effect.Send send && underWay.wouldOvertake(send)) {
      underWay.whenCommitted(() -> pass(send));
    } else {
      pass(effect);
    }
  }

  private void pass(Effect effect) {
    Invariant.present(target, () -> "an effect outside a step: " + effect).emit(effect);
  }
}
