package io.pando.osd.pg.recovery;

import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import io.pando.port.Peer;
import org.jspecify.annotations.Nullable;

/** The slot that a replica has, or wants, for being filled by its primary. */
final class GuestReservation {
  private final Replica replica;
  private @Nullable Peer asker;
  private boolean granted;
  private int priority;
  private long wish;
  private long token;

  GuestReservation(Replica replica) {
    this.replica = replica;
  }

  /** A new interval: its primary asks anew. */
  void reset() {
    if (asker != null) {
      replica.emit(new Effect.EndSlot(Slot.GUEST));
    }
    asker = null;
    granted = false;
  }

  void onReserve(Peer via, RecoveryMessage.Reserve reserve) {
    boolean fresh = asker == null;
    boolean urgencyChanged = priority != reserve.priority();
    asker = via;
    wish = reserve.wish();
    priority = reserve.priority();
    if (fresh) {
      replica.emit(new Effect.AskSlot(Slot.GUEST, ++token, priority));
    } else if (urgencyChanged) {
      replica.emit(new Effect.AskSlot(Slot.GUEST, token, priority));
    }
    if (granted) {
      answer(new RecoveryMessage.Reserved(replica.group(), replica.epoch(), wish));
    }
  }

  void onRelease(RecoveryMessage.Release release) {
    if (release.wish() >= wish) {
      reset();
    }
  }

  void onGranted(long given) {
    if (asker != null && given == token) {
      granted = true;
      answer(new RecoveryMessage.Reserved(replica.group(), replica.epoch(), wish));
    }
  }

  void onRevoked(long revoked) {
    if (granted && revoked == token) {
      answer(new RecoveryMessage.Revoked(replica.group(), replica.epoch(), wish));
      asker = null;
      granted = false;
    }
  }

  private void answer(RecoveryMessage message) {
    Peer to = asker;
    if (to != null) {
      replica.emit(new Effect.Answer(to, message));
    }
  }
}
