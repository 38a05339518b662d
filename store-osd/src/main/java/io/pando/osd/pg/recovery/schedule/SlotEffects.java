package io.pando.osd.pg.recovery.schedule;

import io.pando.id.OsdId;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;

/** Turns a primary's requests for recovery slots into effects. */
public final class SlotEffects implements Reservation.Desk {
  private final Replica replica;

  public SlotEffects(Replica replica) {
    this.replica = replica;
  }

  @Override
  public void askOwn(long token, int priority) {
    replica.emit(new Effect.AskSlot(Slot.PRIMARY, token, priority));
  }

  @Override
  public void endOwn() {
    replica.emit(new Effect.EndSlot(Slot.PRIMARY));
  }

  @Override
  public void askGuest(OsdId osd, long wish, int priority) {
    replica.send(
        osd, new RecoveryMessage.Reserve(replica.group(), replica.epoch(), wish, priority));
  }

  @Override
  public void releaseGuest(OsdId osd, long wish) {
    replica.send(osd, new RecoveryMessage.Release(replica.group(), replica.epoch(), wish));
  }
}
