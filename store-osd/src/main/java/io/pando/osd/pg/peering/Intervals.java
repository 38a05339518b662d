package io.pando.osd.pg.peering;

import io.pando.cluster.OsdInfo;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import io.pando.probe.Limit;
import java.util.ArrayList;
import java.util.List;

/** Advances a group's history from map to map, and merges two histories. Pure functions. */
public final class Intervals {
  /** Maximum number of kept intervals in which nothing can have been written. */
  private static final Limit MAX_QUIET =
      Limit.of("peering: quiet past intervals that are kept", 1, 20);

  private Intervals() {}

  /**
   * The history after a newer map.
   *
   * @param mine this OSD's info of its own copy
   * @param before the last known membership
   * @param successive whether no map lies between the two memberships
   */
  public static History advance(
      GroupInfo mine, MemberId self, Membership before, Membership after, boolean successive) {
    History history = mine.history();
    if (!successive) {
      return new History(
          history.created(),
          history.lastEpochStarted(),
          history.lastEpochClean(),
          after.epoch(),
          after.epoch(),
          List.of());
    }
    if (after.epoch() <= history.sameIntervalSince() || before.continuesIn(after)) {
      return history;
    }
    long first = history.sameIntervalSince();
    List<Interval> intervals = new ArrayList<>(history.intervals());
    intervals.add(
        new Interval(
            first,
            before.epoch(),
            before.mapping().up(),
            before.mapping().acting(),
            mayHaveWritten(first, before) && !wasLeftOut(mine, self, first, before)));
    return new History(
        history.created(),
        history.lastEpochStarted(),
        history.lastEpochClean(),
        after.epoch(),
        history.knownSince(),
        withoutOldQuiet(intervals));
  }

  /**
   * Whether updates may have been accepted in the interval that ended with this membership. That
   * needs enough replicas, and a map that shows that the primary was up in the interval. A replica
   * that is being filled counts too, since it may have become whole during the interval.
   */
  private static boolean mayHaveWritten(long since, Membership last) {
    OsdId first = last.mapping().acting().first();
    if (first == null || !last.mayAccept()) {
      return false;
    }
    OsdInfo primary = last.map().osds().get(first);
    return primary != null && primary.upThru() >= since;
  }

  /**
   * Whether this OSD was a member in the interval and knows that it was not activated in it. Then
   * no update was accepted, since that requires the activation of all members.
   */
  private static boolean wasLeftOut(GroupInfo mine, MemberId self, long first, Membership last) {
    return last.members().contains(self)
        && mine.copy().createdIn() <= first
        && mine.lastEpochStarted() < first;
  }

  private static List<Interval> withoutOldQuiet(List<Interval> intervals) {
    long quiet = intervals.stream().filter(i -> !i.mayHaveWritten()).count();
    List<Interval> kept = new ArrayList<>(intervals);
    for (int i = 0; i < kept.size() && quiet > MAX_QUIET.value(); ) {
      if (kept.get(i).mayHaveWritten()) {
        i++;
      } else {
        kept.remove(i);
        quiet--;
      }
    }
    return kept;
  }

  /** Merges the histories of two replicas; both have seen the present interval begin. */
  public static History merge(History mine, History theirs) {
    boolean theirsReachesFurther =
        theirs.knownSince() < mine.knownSince()
            && theirs.sameIntervalSince() <= mine.sameIntervalSince();
    History deeper = theirsReachesFurther ? theirs : mine;
    return new History(
        Math.max(mine.created(), theirs.created()),
        Math.max(mine.lastEpochStarted(), theirs.lastEpochStarted()),
        Math.max(mine.lastEpochClean(), theirs.lastEpochClean()),
        deeper.sameIntervalSince(),
        deeper.knownSince(),
        deeper.intervals());
  }

  /** The history after the group was activated in the interval. */
  public static History started(History h) {
    return new History(
        h.created(),
        Math.max(h.lastEpochStarted(), h.sameIntervalSince()),
        h.lastEpochClean(),
        h.sameIntervalSince(),
        h.knownSince(),
        h.intervals());
  }

  /** The history after every replica has become whole: earlier intervals do not matter any more. */
  public static History clean(History h) {
    return new History(
        h.created(),
        h.lastEpochStarted(),
        h.sameIntervalSince(),
        h.sameIntervalSince(),
        h.sameIntervalSince(),
        List.of());
  }
}
