package io.pando.mds.life;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests of changes of the map, one at a time. The owner names the change at each step until the
 * map has it: it is requested once, and again after a delay.
 */
final class Proposals {
  private final long retryNanos;
  private boolean underWay;
  private @Nullable Change newest;
  private long notBeforeNanos;

  Proposals(long retryNanos) {
    this.retryNanos = retryNanos;
  }

  /** Asks for a change, unless it is too early to. */
  Optional<MdsEffect> propose(long nowNanos, Change change) {
    if (underWay || (change.equals(newest) && nowNanos - notBeforeNanos < 0)) {
      return Optional.empty();
    }
    underWay = true;
    newest = change;
    return Optional.of(new MdsEffect.Propose(change));
  }

  /** The request under way has ended; returns how. */
  ChangeOutcome onEnded(long nowNanos, ChangeOutcome outcome) {
    underWay = false;
    notBeforeNanos = nowNanos + retryNanos;
    return outcome;
  }
}
