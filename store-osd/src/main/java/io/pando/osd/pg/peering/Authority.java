package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.redundancy.Redundancy;
import io.pando.probe.Probe;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The replica with the authoritative log: the one with the newest update among the whole replicas
 * that took part in the last activation that is known. A replica that missed that activation may
 * hold updates that look newer but were given up then.
 *
 * <p>Of members with fragments it is the one with the <em>oldest</em> newest update: every
 * acknowledged update is on all members of that activation, so none is behind it, and the others
 * take back what they have beyond it. One fragment of an update would be of no use.
 */
public record Authority(MemberId member, GroupInfo info) {

  /** Chooses the authority; empty if no whole replica took part in the last activation. */
  static Optional<Authority> choose(
      SortedMap<MemberId, GroupInfo> all, MemberId self, Redundancy redundancy) {
    return redundancy.takesBack() ? shortest(all, self) : longest(all, self);
  }

  /**
   * The shortest log among those that reach what is settled. A log that ends before that lost
   * updates which others cannot take back any more. One member is enough to know the log: if the
   * activation was not complete, it accepted no update; whether the fragments of a complete one
   * decode is for {@link PriorSet} to say.
   */
  private static Optional<Authority> shortest(SortedMap<MemberId, GroupInfo> all, MemberId self) {
    long started = lastStarted(all);
    Map<MemberId, GroupInfo> newest = new TreeMap<>(all);
    newest.values().removeIf(info -> !info.isWhole() || info.lastEpochStarted() < started);
    Version settled =
        newest.values().stream()
            .map(info -> info.log().settled())
            .filter(Objects::nonNull)
            .reduce(Version.ZERO, Version::max);
    boolean lost = newest.values().removeIf(info -> settled.isAfter(info.lastUpdate()));
    Probe.reachedIf(lost, "peering: a log ends before what is settled");
    Comparator<Map.Entry<MemberId, GroupInfo>> better =
        Comparator.comparing(
                (Map.Entry<MemberId, GroupInfo> e) -> e.getValue().lastUpdate(),
                Comparator.reverseOrder())
            .thenComparing(e -> e.getValue().logTail(), Comparator.reverseOrder())
            .thenComparing(e -> e.getKey().equals(self))
            .thenComparing(Map.Entry::getKey, Comparator.reverseOrder());
    return newest.entrySet().stream().max(better).map(e -> new Authority(e.getKey(), e.getValue()));
  }

  private static Optional<Authority> longest(SortedMap<MemberId, GroupInfo> all, MemberId self) {
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
