package io.pando.osd.pg.scrub;

import io.pando.message.ScrubMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.port.Peer;

/** Scrubs of a group on a replica in one interval: it checks its own copies on request. */
public final class ReplicaScrub {
  private final Replica replica;
  private final ScrubMember member;
  private final ScrubReplica guest;

  public ReplicaScrub(Replica replica, ScrubMemory memory) {
    this.replica = replica;
    this.member = new ScrubMember(replica, memory);
    this.guest = new ScrubReplica(replica, member);
  }

  /** The interval has ended: returns the slot and the turn. */
  public void onIntervalEnded() {
    guest.onIntervalEnded();
    member.onIntervalEnded();
  }

  /** Handles a request of the primary. */
  public void onAsk(Peer via, ScrubMessage.AskScrub ask) {
    guest.onAsk(via, ask);
  }

  /** Stores the progress that the primary reports. */
  public void onRemember(ScrubMessage.RememberScrub remember) {
    if (!remember.record().equals(replica.scrub())) {
      replica.noteScrub(remember.record());
    }
  }

  /** Handles a granted slot. */
  public void onSlot(long token) {
    guest.onSlot(token);
  }

  /** Handles a granted turn. */
  public void onTurn(long token) {
    member.onTurn(token);
  }

  /** Checks cheap invariants. */
  public void invariants() {
    guest.invariants();
    member.invariants();
  }
}
