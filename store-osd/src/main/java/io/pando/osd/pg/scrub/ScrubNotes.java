package io.pando.osd.pg.scrub;

import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.replica.Replica;

/**
 * Stores the progress of a group's scrubs, here and on the replicas, so that the next primary
 * resumes from there.
 */
final class ScrubNotes {
  private static final long NOTE_NANOS = 10_000_000_000L;

  private final Replica replica;
  private final ScrubMemory memory;

  ScrubNotes(Replica replica, ScrubMemory memory) {
    this.replica = replica;
    this.memory = memory;
  }

  /** Stores the progress on all members. */
  void note(ScrubRecord now) {
    memory.notedNanos = replica.nowNanos();
    replica.noteScrub(now);
    for (MemberId member : replica.membership().others(replica.self())) {
      replica.send(member, new ScrubMessage.RememberScrub(replica.group(), replica.epoch(), now));
    }
  }

  /** Notes that a part is finished: stores progress now and then, but new findings at once. */
  void onPart(ScrubRecord now) {
    boolean due = replica.nowNanos() - memory.notedNanos > NOTE_NANOS;
    if (due || !now.found().equals(replica.scrub().found())) {
      note(now);
    } else {
      replica.setScrub(now);
    }
  }
}
