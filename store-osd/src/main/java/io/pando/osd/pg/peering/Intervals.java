package io.pando.osd.pg.peering;

import io.pando.cluster.OsdInfo;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import io.pando.probe.Limit;
import java.util.ArrayList;
import java.util.List;

/**
 * How a group's history goes on from map to map, and how two histories of it are put together. Pure
 * functions.
 */
public final class Intervals {
  /** Intervals kept at most that nobody wrote in. */
  private static final Limit MAX_QUIET =
      Limit.of("peering: quiet past intervals that are kept", 1, 20);

  private Intervals() {}

  /**
   * The history after a newer map.
   *
   * @param mine what this OSD knows of its own copy
   * @param before the membership known last
   * @param successive whether no map lies between
   */
  public static History advance(
      GroupInfo mine, OsdId self, Membership before, Membership after, boolean successive) {
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
   * Whether updates may have been accepted in the interval that ended with this membership: only
   * with enough replicas, and only once the map showed that the primary was up in it. Who is to be
   * filled counts too, since it may have become whole meanwhile.
   */
  private static boolean mayHaveWritten(long first, Membership last) {
    List<OsdId> acting = last.mapping().acting();
    if (acting.isEmpty() || last.members().size() < last.pool().minSize()) {
      return false;
    }
    OsdInfo primary = last.map().osds().get(acting.getFirst());
    return primary != null && primary.upThru() >= first;
  }

  /**
   * Whether this OSD took part in the interval and knows that it was not activated in it. Then
   * nobody accepted anything, since that takes all members.
   */
  private static boolean wasLeftOut(GroupInfo mine, OsdId self, long first, Membership last) {
    return last.members().contains(self)
        && mine.heldSince() <= first
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

  /** What two replicas know together; both have seen the present interval begin. */
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

  /** The history once the group was activated in the interval. */
  public static History started(History h) {
    return new History(
        h.created(),
        Math.max(h.lastEpochStarted(), h.sameIntervalSince()),
        h.lastEpochClean(),
        h.sameIntervalSince(),
        h.knownSince(),
        h.intervals());
  }

  /** The history once every replica is whole: what was before does not matter any more. */
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
