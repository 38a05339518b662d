package io.pando.osd.pg.recovery;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.id.OsdId;
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
    if (flags.contains(ClusterFlag.NOREBALANCE) && !isDegraded(now)) {
      return Optional.of(unset(ClusterFlag.NOREBALANCE));
    }
    return tooFull().map(osd -> "space on %s, which is too full for backfill".formatted(osd));
  }

  /**
   * An OSD that backfill would fill and that is backfillfull by the map; empty if there is none.
   */
  Optional<OsdId> tooFull() {
    Fullness fullness = state.replica().membership().map().fullness();
    return fullness.levels().isEmpty()
        ? Optional.empty()
        : state.locations().peers().entrySet().stream()
            .filter(peer -> peer.getValue().isFilled())
            .map(peer -> peer.getKey().osd())
            .filter(osd -> fullness.hasReached(osd, FullnessLevel.BACKFILLFULL))
            .findFirst();
  }

  /** Whether the group has fewer members than replicas, or objects have fewer copies. */
  private boolean isDegraded(Membership now) {
    return now.mapping().acting().count() < now.pool().size()
        || new LackingCopies(state).lacking().degraded() > 0;
  }

  private static String unset(ClusterFlag flag) {
    return "the flag %s to be unset".formatted(flag.label());
  }
}
