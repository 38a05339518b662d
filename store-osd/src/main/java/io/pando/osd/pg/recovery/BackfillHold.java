package io.pando.osd.pg.recovery;

import io.pando.cluster.ClusterFlag;
import io.pando.osd.pg.replica.Membership;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Decides whether backfill of a group must wait, although slots may be free. Objects that are known
 * to be missing are copied meanwhile.
 */
record BackfillHold(RecoveryState state) {
  /** What backfill waits for, as text for people; empty if nothing withholds it. */
  Optional<String> waitsFor() {
    if (!state.locations().isBackfilling()) {
      return Optional.empty();
    }
    Membership now = state.replica().membership();
    SortedSet<ClusterFlag> flags = now.map().flags();
    if (flags.contains(ClusterFlag.NOBACKFILL)) {
      return Optional.of(unset(ClusterFlag.NOBACKFILL));
    }
    return flags.contains(ClusterFlag.NOREBALANCE) && !isDegraded(now)
        ? Optional.of(unset(ClusterFlag.NOREBALANCE))
        : Optional.empty();
  }

  /** Whether the group has fewer members than replicas, or objects have fewer copies. */
  private boolean isDegraded(Membership now) {
    return now.mapping().acting().size() < now.pool().size()
        || new LackingCopies(state).lacking().degraded() > 0;
  }

  private static String unset(ClusterFlag flag) {
    return "the flag %s to be unset".formatted(flag.label());
  }
}
