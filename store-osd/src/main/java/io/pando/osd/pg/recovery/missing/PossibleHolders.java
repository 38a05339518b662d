package io.pando.osd.pg.recovery.missing;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.Membership;
import io.pando.probe.Probe;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The members that may hold a version of an object: those of the group's intervals since the
 * version was written, or since the group was clean last, if that is later. When it was clean,
 * every member had the version, and all other copies of the group were removed or were older. OSDs
 * whose data of an interval were given up later do not count for that interval. Where intervals are
 * not known, or were dropped because nothing can have been written in them, every OSD counts that
 * was up then.
 *
 * @param up those that are up; they can be asked
 * @param down those that are down
 */
public record PossibleHolders(SortedSet<MemberId> up, SortedSet<MemberId> down) {

  /** The members that may hold the version by what is known now. */
  public static PossibleHolders of(Version version, History history, Membership now) {
    PossibleHolders holders = new PossibleHolders(new TreeSet<>(), new TreeSet<>());
    holders.up.addAll(now.members());
    ClusterMap map = now.map();
    long from = Math.max(version.epoch(), history.lastEpochClean());
    long known = from;
    List<Interval> intervals =
        history.intervals().stream()
            .filter(interval -> interval.last() >= from)
            .sorted(Comparator.comparingLong(Interval::first))
            .toList();
    for (Interval interval : intervals) {
      holders.addUnknown(known, interval.first(), now);
      now.membersIn(interval).stream()
          .filter(member -> isNotGivenUp(member, interval, map))
          .forEach(member -> holders.add(member, map));
      known = Math.max(known, interval.last() + 1);
    }
    holders.addUnknown(known, history.sameIntervalSince(), now);
    return holders;
  }

  private static boolean isNotGivenUp(MemberId member, Interval interval, ClusterMap map) {
    return map.osds().containsKey(member.osd()) && map.lostAt(member.osd()) <= interval.last();
  }

  private void add(MemberId member, ClusterMap map) {
    (map.isUp(member.osd()) ? up : down).add(member);
  }

  /** Adds every OSD that was up at some time from an epoch on, if no interval is known there. */
  private void addUnknown(long from, long to, Membership now) {
    if (from >= to) {
      return;
    }
    Probe.reached("recovery: holders of an object in unknown intervals");
    ClusterMap map = now.map();
    for (OsdInfo osd : map.osds().values()) {
      if (osd.up() || osd.downAt() >= from) {
        now.possibleOn(osd.id()).forEach(member -> add(member, map));
      }
    }
  }
}
