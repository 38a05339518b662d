package io.pando.osd.pg.peering;

import io.pando.cluster.OsdInfo;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.group.GroupLineage;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.osd.pg.redundancy.Redundancy;
import io.pando.osd.pg.replica.Membership;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The members that must be heard before a group can go on (paper 003 §6.3.5.1).
 *
 * <p>Every update acknowledged in an interval is in the logs of all its members, and no update is
 * accepted before all of them are activated. So an interval is <em>settled</em> by
 *
 * <ul>
 *   <li>a whole replica that was activated in it or later: it has every update;
 *   <li>a member that was not activated in it: there are no updates.
 * </ul>
 *
 * Members with fragments settle an interval as the first does only together: their positions must
 * decode.
 *
 * <p>A member that was activated but still has to be filled settles no interval: it knows which
 * updates were written, but does not have the objects. Only intervals since the last complete
 * activation count. An interval that no OSD settles waits for its other members. If the data of all
 * its members that are away were given up, by {@code osd purge} or {@code osd replace}, its updates
 * are lost ({@link Losses}): the group waits until an operator accepts that.
 *
 * <p>Nothing is known of the time before {@link History#knownSince}, if the present members cannot
 * tell either. Then every OSD counts that was up since the last complete activation. The map shows
 * when each OSD went down, and how long the OSDs whose data were given up had been up.
 *
 * @param probe members to ask: all that are up and may know of updates
 * @param blocked a sentence that names the OSDs that are needed and down; empty if there are none
 * @param lost a sentence that names the needed data that were given up; empty if there are none
 */
public record PriorSet(SortedSet<MemberId> probe, String blocked, String lost) {

  /**
   * The prior set by what is known now.
   *
   * @param heard infos of the members that were heard, including this one
   */
  public static PriorSet of(
      History history,
      Membership now,
      MemberId self,
      SortedMap<MemberId, GroupInfo> heard,
      Redundancy redundancy) {
    SortedSet<MemberId> probe = new TreeSet<>(now.members());
    List<String> needs = new ArrayList<>();
    Losses losses = new Losses(now);
    for (Interval interval : history.intervals()) {
      if (interval.mayHaveWritten() && interval.last() >= history.lastEpochStarted()) {
        probe.addAll(now.membersIn(interval).stream().filter(now::isUp).toList());
        if (!isSettled(interval, now, heard, redundancy)
            && !isAwaited(interval, now, heard, needs)) {
          losses.onUnsettled(interval);
        }
      }
    }
    long bound = settledTo(history, heard);
    boolean membersTold = now.members().stream().allMatch(member -> heard.containsKey(member));
    if (history.knownSince() > bound && membersTold) {
      Probe.reached("peering: maps of past intervals are not known");
      addPossibleMembers(bound, now, heard, probe, needs);
      losses.onUnknown(wasActivatedWhole(bound, heard) ? bound + 1 : bound);
    }
    if (Losses.isAccepted(history.lastEpochStarted(), now)) {
      Probe.reached("peering: every OSD is asked after an accepted loss");
      // The newest copies are gone: the best of all remaining copies is needed.
      now.map().osds().values().stream()
          .filter(OsdInfo::up)
          .forEach(osd -> probe.addAll(now.possibleOn(osd.id())));
    }
    probe.remove(self);
    return new PriorSet(probe, String.join("; ", needs), losses.sentence());
  }

  /** The members since an epoch whose OSDs are down. */
  static SortedSet<MemberId> away(long since, History history, Membership now) {
    SortedSet<MemberId> away = new TreeSet<>();
    for (Interval interval : history.intervals()) {
      if (interval.last() >= since) {
        away.addAll(
            now.membersIn(interval).stream()
                .filter(member -> isDown(member, interval, now))
                .toList());
      }
    }
    return away;
  }

  /**
   * The OSDs that may have been primary since the last complete activation, by which all earlier
   * leases had ended. Null if that is not known, or if the group was split or merged since.
   *
   * @param lineage since when the group has existed in this form
   */
  static @Nullable SortedSet<OsdId> leaders(History history, GroupLineage lineage) {
    long since = history.lastEpochStarted();
    if (history.knownSince() > since || lineage.since() > since) {
      return null;
    }
    SortedSet<OsdId> leaders = new TreeSet<>();
    for (Interval interval : history.intervals()) {
      OsdId primary = interval.acting().first();
      if (primary != null && interval.mayHaveWritten() && interval.last() >= since) {
        leaders.add(primary);
      }
    }
    return leaders;
  }

  private static boolean isSettled(
      Interval interval,
      Membership now,
      SortedMap<MemberId, GroupInfo> heard,
      Redundancy redundancy) {
    SortedSet<MemberId> members = now.membersIn(interval);
    SortedSet<MemberId> whole = new TreeSet<>();
    for (Map.Entry<MemberId, GroupInfo> of : heard.entrySet()) {
      GroupInfo info = of.getValue();
      if (info.lastEpochStarted() >= interval.first()) {
        if (info.isWhole()) {
          whole.add(of.getKey());
        }
      } else if (members.contains(of.getKey()) && info.copy().createdIn() <= interval.first()) {
        return true;
      }
    }
    return redundancy.suffice(whole);
  }

  /** Whether a member may still return and settle the interval. */
  private static boolean isAwaited(
      Interval interval, Membership now, SortedMap<MemberId, GroupInfo> heard, List<String> needs) {
    List<MemberId> away =
        now.membersIn(interval).stream()
            .filter(member -> isDown(member, interval, now) && !heard.containsKey(member))
            .toList();
    if (!away.isEmpty()) {
      Probe.reached("peering: an interval is settled only by OSDs that are down");
      needs.add(
          "%s, which served it in epochs %d to %d and may have newer data"
              .formatted(oneOf(away), interval.first(), interval.last()));
    }
    return !away.isEmpty();
  }

  /**
   * Whether the OSD of the member is down, and its data of the interval were not given up since.
   */
  private static boolean isDown(MemberId member, Interval interval, Membership now) {
    return now.map().osds().containsKey(member.osd())
        && !now.isUp(member)
        && now.map().lostAt(member.osd()) <= interval.last();
  }

  /** Whether a whole replica was activated in or after the interval that began in that epoch. */
  private static boolean wasActivatedWhole(long bound, SortedMap<MemberId, GroupInfo> heard) {
    return heard.values().stream()
        .anyMatch(info -> info.isWhole() && info.lastEpochStarted() >= bound);
  }

  static String oneOf(List<?> names) {
    return names.size() == 1 ? names.getFirst().toString() : "one of " + names;
  }

  /** The epoch before which every accepted update is known to an OSD that was heard. */
  private static long settledTo(History history, SortedMap<MemberId, GroupInfo> heard) {
    long settled = Math.max(history.created(), history.lastEpochStarted());
    for (GroupInfo info : heard.values()) {
      if (info.isWhole()) {
        settled = Math.max(settled, info.lastEpochStarted());
      }
    }
    return settled;
  }

  private static void addPossibleMembers(
      long bound,
      Membership now,
      SortedMap<MemberId, GroupInfo> heard,
      SortedSet<MemberId> probe,
      List<String> needs) {
    for (OsdInfo osd : now.map().osds().values()) {
      List<MemberId> members = now.possibleOn(osd.id());
      if (osd.up()) {
        probe.addAll(members);
      } else if (osd.downAt() >= bound && Collections.disjoint(members, heard.keySet())) {
        needs.add(
            "%s, which may have served it since epoch %d (the maps between were missed)"
                .formatted(osd.id(), bound));
      }
    }
  }
}
