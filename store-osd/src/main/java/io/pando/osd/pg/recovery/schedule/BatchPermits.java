package io.pando.osd.pg.recovery.schedule;

import io.pando.check.Invariant;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.RequestNumbers;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The group's turns to copy a batch of objects: requested, given by the shard, and ended.
 *
 * <p>Invariant: the number of open turns is the number of batches under way that are not hurried.
 */
public final class BatchPermits {
  private final Replica replica;
  private final SortedSet<Long> asked = new TreeSet<>();
  private int open;

  public BatchPermits(Replica replica) {
    this.replica = replica;
  }

  /** The interval has ended: ends all turns, and the requests for turns. */
  public void onIntervalEnded() {
    if (open > 0 || !asked.isEmpty()) {
      replica.emit(new Effect.EndTurns());
    }
  }

  /** Requests as many turns as there is work for, beyond the batches that are under way. */
  public void ask(int objects, int most, int objectsInATurn) {
    while (asked.size() + open < most && (long) asked.size() * objectsInATurn < objects) {
      long token = replica.numbers().next(RequestNumbers.Of.TURN);
      asked.add(token);
      replica.emit(new Effect.AskTurn(token));
    }
  }

  /** Whether this turn was requested. */
  public boolean onGiven(long token) {
    boolean wanted = asked.remove(token);
    open += wanted ? 1 : 0;
    return wanted;
  }

  public void end(long token) {
    open--;
    replica.emit(new Effect.EndTurn(token));
  }

  public void invariants() {
    int most = replica.config().recovery().batch().batches();
    Invariant.check(
        open >= 0 && open + asked.size() <= most,
        () ->
            "group %s has %d turns and asks for %d, of %d at most"
                .formatted(replica.group(), open, asked.size(), most));
  }

  /**
   * Checks against the copies under way.
   *
   * @param batches number of batches that have a turn
   */
  public void thoroughInvariants(int batches) {
    Invariant.check(
        batches == open,
        () -> "group %s has %d turns for %d batches".formatted(replica.group(), open, batches));
  }
}
