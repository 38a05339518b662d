package io.pando.osd.pg.scrub;

import io.pando.check.Invariant;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import org.jspecify.annotations.Nullable;

/**
 * Turns to look at some objects, of which a group has one at a time: recovery's, so that clients
 * come first. Their numbers are below zero, recovery's above.
 */
final class ScrubTurns {
  private final Replica replica;
  private @Nullable Runnable waiting;
  private boolean open;
  private long token;

  ScrubTurns(Replica replica) {
    this.replica = replica;
  }

  /** Nobody has one, or waits for one. */
  void reset() {
    if (open || waiting != null) {
      replica.emit(new Effect.EndTurns());
    }
    open = false;
    waiting = null;
  }

  /** Runs once there is one, which must be ended. */
  void take(Runnable then) {
    Invariant.check(!open && waiting == null, "a group scrubs by one turn at a time");
    waiting = then;
    replica.emit(new Effect.AskTurn(--token));
  }

  void onGiven(long given) {
    Runnable then = waiting;
    if (given == token && then != null) {
      waiting = null;
      open = true;
      then.run();
    }
  }

  void end() {
    open = false;
    replica.emit(new Effect.EndTurn(token));
  }

  /** What a few comparisons tell. */
  void invariants() {
    Invariant.check(
        !open || waiting == null,
        () -> "group " + replica.group() + " has a turn to scrub and waits for one");
  }
}
