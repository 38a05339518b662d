package io.pando.osd.pg.scrub;

import io.pando.check.Invariant;
import io.pando.message.ScrubMessage;
import io.pando.message.ScrubMessage.AskScrub;
import io.pando.message.ScrubMessage.ScrubAnswer;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.RequestNumbers;
import io.pando.osd.pg.step.Slot;
import io.pando.port.Peer;
import org.jspecify.annotations.Nullable;

/**
 * Scrubs of a group on a replica in one interval: it carries out requests of the primary. A
 * repeated request is carried out once, and answered each time. A check waits for a slot of the
 * shard. A waiting group holds nothing that another group waits for, so groups cannot deadlock.
 *
 * <p>Invariants: a slot is requested or held, never both, and only while a request waits for its
 * result.
 */
public final class ReplicaScrub {
  private static final int PRIORITY = 1;

  private final Replica replica;
  private final ScrubMember member;
  private @Nullable AskScrub asked;
  private @Nullable Peer asker;
  private @Nullable ScrubResult result;
  private boolean waiting;
  private boolean holdsSlot;
  private long token;

  public ReplicaScrub(Replica replica, ScrubMemory memory) {
    this.replica = replica;
    this.member = new ScrubMember(replica, memory);
  }

  /** The interval has ended: returns the slot and the turn. */
  public void onIntervalEnded() {
    if (waiting || holdsSlot) {
      replica.emit(new Effect.EndSlot(Slot.SCRUB_REPLICA));
    }
    member.onIntervalEnded();
  }

  /** Stores the progress that the primary reports. */
  public void onRemember(ScrubMessage.RememberScrub remember) {
    if (!remember.record().equals(replica.scrub())) {
      replica.noteScrub(remember.record());
    }
  }

  /** Handles a request of the primary. */
  public void onAsk(Peer via, AskScrub ask) {
    AskScrub before = asked;
    boolean idle = before == null || result != null;
    if (before != null && ask.number() == before.number()) {
      asker = via;
      tell();
    } else if (idle && (before == null || ask.number() > before.number())) {
      asked = ask;
      asker = via;
      result = null;
      begin(ask);
    }
  }

  private void begin(AskScrub ask) {
    if (ask.task() instanceof ScrubMessage.Check) {
      waiting = true;
      token = replica.numbers().next(RequestNumbers.Of.SCRUB_GUEST_SLOT);
      replica.emit(new Effect.AskSlot(Slot.SCRUB_REPLICA, token, PRIORITY));
    } else {
      member.carryOut(ask.task(), this::onDone);
    }
  }

  /** Handles a granted turn. */
  public void onTurn(long token) {
    member.onTurn(token);
  }

  /** Handles a granted slot. */
  public void onSlot(long given) {
    AskScrub now = asked;
    if (waiting && given == token && now != null) {
      waiting = false;
      holdsSlot = true;
      member.carryOut(now.task(), this::onDone);
    }
  }

  private void onDone(ScrubResult done) {
    if (holdsSlot) {
      holdsSlot = false;
      replica.emit(new Effect.EndSlot(Slot.SCRUB_REPLICA));
    }
    result = done;
    tell();
  }

  private void tell() {
    AskScrub now = asked;
    Peer to = asker;
    ScrubResult done = result;
    if (now != null && to != null && done != null) {
      replica.answer(to, new ScrubAnswer(replica.group(), replica.epoch(), now.number(), done));
    }
  }

  public void invariants() {
    boolean working = waiting || holdsSlot;
    Invariant.check(
        !(waiting && holdsSlot)
            && (!working || (asked != null && result == null))
            && (result == null || asked != null),
        () ->
            "group %s is asked %s by a scrub: waits for a slot %s, has one %s, answered %s"
                .formatted(replica.group(), asked, waiting, holdsSlot, result != null));
    member.invariants();
  }
}
