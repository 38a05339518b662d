package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The replica with the authoritative log: the one with the newest update among the whole replicas
 * that took part in the last activation that is known. A replica that missed that activation may
 * hold updates that look newer but were given up then.
 */
public record Authority(MemberId member, GroupInfo info) {

  /** Chooses the authority; empty if no whole replica took part in the last activation. */
  static Optional<Authority> choose(SortedMap<MemberId, GroupInfo> all, MemberId self) {
    long started = lastStarted(all);
    Comparator<Map.Entry<MemberId, GroupInfo>> better =
        Comparator.comparing((Map.Entry<MemberId, GroupInfo> e) -> e.getValue().lastUpdate())
            .thenComparing(e -> e.getValue().logTail(), Comparator.reverseOrder())
            .thenComparing(e -> e.getKey().equals(self))
            .thenComparing(Map.Entry::getKey, Comparator.reverseOrder());
    return all.entrySet().stream()
        .filter(e -> e.getValue().isWhole() && e.getValue().lastEpochStarted() >= started)
        .max(better)
        .map(e -> new Authority(e.getKey(), e.getValue()));
  }

  /**
   * Chooses the replica that lost least, if no whole replica took part in the last activation. A
   * whole replica that holds objects comes first, even if it is as of an earlier activation. Next
   * comes the replica that is newest and filled furthest. A copy that was just created is the last
   * choice.
   */
  static Authority leastLost(SortedMap<MemberId, GroupInfo> all, MemberId self) {
    Comparator<Map.Entry<MemberId, GroupInfo>> better =
        Comparator.comparing(
                (Map.Entry<MemberId, GroupInfo> e) -> e.getValue().lastEpochStarted() > 0)
            .thenComparing(e -> e.getValue().isWhole() && !e.getValue().isEmpty())
            .thenComparingLong(e -> e.getValue().lastEpochStarted())
            .thenComparing(e -> e.getValue().lastUpdate())
            .thenComparing((a, b) -> compareFilled(a.getValue(), b.getValue()))
            .thenComparing(e -> e.getKey().equals(self))
            .thenComparing(Map.Entry::getKey, Comparator.reverseOrder());
    return all.entrySet().stream()
        .max(better)
        .map(e -> new Authority(e.getKey(), e.getValue()))
        .orElseThrow();
  }

  private static int compareFilled(GroupInfo a, GroupInfo b) {
    ObjectId to = a.backfilledTo();
    ObjectId other = b.backfilledTo();
    return to == null || other == null ? 0 : to.compareTo(other);
  }

  /**
   * The epoch of the newest activation in the info of a whole replica or in the history of any
   * replica.
   */
  static long lastStarted(SortedMap<MemberId, GroupInfo> all) {
    long started = 0;
    for (GroupInfo info : all.values()) {
      started = Math.max(started, info.history().lastEpochStarted());
      if (info.isWhole()) {
        started = Math.max(started, info.lastEpochStarted());
      }
    }
    return started;
  }

  /** Whether the log alone can bring a replica up to date, and the replica lacks nothing else. */
  boolean canLead(GroupInfo info) {
    return info.isWhole() && info.lastUpdate().compareTo(this.info.logTail()) >= 0;
  }
}
