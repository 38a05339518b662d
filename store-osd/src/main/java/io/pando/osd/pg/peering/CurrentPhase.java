package io.pando.osd.pg.peering;

import io.pando.check.Invariant;
import io.pando.osd.pg.replica.Replica;

/** The phase that peering is in. Each change is checked, and is reported with its reason. */
final class CurrentPhase {
  private final Replica replica;
  private Phase now = new Phase.Idle();

  /** The phase {@code Idle}. */
  CurrentPhase(Replica replica) {
    this.replica = replica;
  }

  Phase now() {
    return now;
  }

  /**
   * Enters a phase.
   *
   * @param why as text for people
   */
  void become(Phase next, String why) {
    Invariant.check(
        Phase.mayFollow(now.kind(), next.kind()),
        () -> "no transition from %s to %s (%s)".formatted(now.kind(), next.kind(), why));
    replica.report("%s -> %s: %s".formatted(now.kind(), next.kind(), why));
    now = next;
  }
}
