package io.pando.osd.pace;

import io.pando.id.ReplicaId;
import io.pando.osd.config.RecoverySettings;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.osd.pg.step.Slot;
import io.pando.port.EventLoop;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;

/** Grants the groups of a shard their slots and turns for recovery and scrubs. */
public final class RecoveryAdmission {
  private final RecoverySlots own;
  private final RecoverySlots guests;
  private final RecoverySlots scrubs = new RecoverySlots(1);
  private final RecoverySlots scrubGuests = new RecoverySlots(1);
  private final RecoveryPace pace;
  private final EventLoop loop;
  private final IntSupplier clientOps;
  private final BiConsumer<ReplicaId, Input> give;
  private boolean waking;

  /**
   * Creates an admission with no slot or turn granted.
   *
   * @param clientOps number of client operations under way
   * @param give passes an input to a group, after the step in progress
   */
  public RecoveryAdmission(
      RecoverySettings settings,
      EventLoop loop,
      IntSupplier clientOps,
      BiConsumer<ReplicaId, Input> give) {
    this.own = new RecoverySlots(settings.slots());
    this.guests = new RecoverySlots(settings.guestSlots());
    this.pace = new RecoveryPace(settings);
    this.loop = loop;
    this.clientOps = clientOps;
    this.give = give;
  }

  public void onClientWork() {
    pace.onClientWork(loop.nanoTime());
  }

  public void ask(ReplicaId group, Effect.AskSlot ask) {
    of(ask.slot()).ask(group, ask.token(), ask.priority());
  }

  public void end(ReplicaId group, Slot slot) {
    of(slot).end(group);
  }

  public void askTurn(ReplicaId group, long token) {
    pace.ask(group, token);
  }

  public void endTurn(ReplicaId group, long token) {
    pace.end(group, token, loop.nanoTime());
  }

  public void endTurns(ReplicaId group) {
    pace.endAll(group);
  }

  /** Ends all slots and turns of a group that was removed. */
  public void forget(ReplicaId group) {
    own.end(group);
    guests.end(group);
    scrubs.end(group);
    scrubGuests.end(group);
    pace.endAll(group);
  }

  private RecoverySlots of(Slot slot) {
    return switch (slot) {
      case PRIMARY -> own;
      case REPLICA -> guests;
      case SCRUB -> scrubs;
      case SCRUB_REPLICA -> scrubGuests;
    };
  }

  /** Informs groups that were granted or lost a slot or a turn. */
  public void settle() {
    tell(Slot.PRIMARY, own.settle());
    tell(Slot.REPLICA, guests.settle());
    tell(Slot.SCRUB, scrubs.settle());
    tell(Slot.SCRUB_REPLICA, scrubGuests.settle());
    long now = loop.nanoTime();
    for (RecoveryPace.Turn turn : pace.give(clientOps.getAsInt(), now)) {
      give.accept(turn.group(), new Input.TurnGiven(turn.token()));
    }
    long wait = pace.waitNanos(now);
    if (wait > 0 && !waking) {
      waking = true;
      loop.schedule(wait, this::wake);
    }
  }

  private void wake() {
    waking = false;
    settle();
  }

  private void tell(Slot slot, List<RecoverySlots.Verdict> verdicts) {
    for (RecoverySlots.Verdict verdict : verdicts) {
      Input told =
          verdict.granted()
              ? new Input.SlotGranted(slot, verdict.token())
              : new Input.SlotRevoked(slot, verdict.token());
      give.accept(verdict.group(), told);
    }
  }
}
