package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Sink;
import org.jspecify.annotations.Nullable;

/**
 * Where the components of a group put their effects; they go to the sink of the step that runs. What
 * would overtake updates on their way waits for them.
 */
final class Outbox implements Sink {
  private @Nullable Sink target;
  private @Nullable PrimaryReplication updates;

  /** From now on nothing overtakes these. */
  void keepBehind(PrimaryReplication underWay) {
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
