package io.pando.osd.pg.scrub.copy;

import io.pando.check.Invariant;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.RequestNumbers;
import org.jspecify.annotations.Nullable;

/**
 * Turns to list or read some objects, one at a time for each group. They come from the same pacing
 * as turns of recovery, so that clients come first. Tokens of scrubs are negative, tokens of
 * recovery positive.
 */
public final class ScrubTurns {
  private final Replica replica;
  private @Nullable Runnable waiting;
  private boolean open;
  private long token;

  public ScrubTurns(Replica replica) {
    this.replica = replica;
  }

  /** The interval has ended: ends the turn, or the request for one. */
  public void onIntervalEnded() {
    if (open || waiting != null) {
      replica.emit(new Effect.EndTurns());
    }
  }

  /** Requests a turn and runs an action in it; the turn must be ended with {@link #end}. */
  public void take(Runnable then) {
    Invariant.check(!open && waiting == null, "a group scrubs by one turn at a time");
    waiting = then;
    token = -replica.numbers().next(RequestNumbers.Of.SCRUB_TURN);
    replica.emit(new Effect.AskTurn(token));
  }

  public void onGiven(long given) {
    Runnable then = waiting;
    if (given == token && then != null) {
      waiting = null;
      open = true;
      then.run();
    }
  }

  public void end() {
    open = false;
    replica.emit(new Effect.EndTurn(token));
  }

  public void invariants() {
    Invariant.check(
        !open || waiting == null,
        () -> "group " + replica.group() + " has a turn to scrub and waits for one");
  }
}
