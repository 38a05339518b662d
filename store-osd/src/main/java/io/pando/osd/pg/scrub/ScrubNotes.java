package io.pando.osd.pg.scrub;

import io.pando.group.ScrubRecord;
import io.pando.id.OsdId;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;

/**
 * Keeps how far the scrubbing of a group is, here and at the replicas, so that whoever leads next
 * goes on from there.
 */
final class ScrubNotes {
  private static final long NOTE_NANOS = 10_000_000_000L;

  private final Replica replica;
  private long notedNanos;

  ScrubNotes(Replica replica) {
    this.replica = replica;
  }

  /** Keeps it. */
  void note(ScrubRecord now) {
    notedNanos = replica.nowNanos();
    replica.noteScrub(now);
    for (OsdId osd : replica.membership().others(replica.self())) {
      replica.emit(
          new Effect.Send(
              osd, new ScrubMessage.RememberScrub(replica.group(), replica.epoch(), now)));
    }
  }

  /** A part is done: keeps that now and then, and what was found at once. */
  void onPart(ScrubRecord now) {
    boolean due = replica.nowNanos() - notedNanos > NOTE_NANOS;
    if (due || !now.found().equals(replica.scrub().found())) {
      note(now);
    } else {
      replica.setScrub(now);
    }
  }
}
