package io.pando.osd.pg.peering;

import io.pando.cluster.OsdInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Interval;
import io.pando.id.OsdId;
import io.pando.osd.pg.replica.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who must be heard before a group can go on (paper 003 §6.3.5.1). Every replica of an interval has
 * every update that was acknowledged in it, so one of each interval since the last activation is
 * enough, if updates may have been accepted in it.
 *
 * <p>Of the time before {@link History#knownSince} nothing is known. Then everybody counts who may
 * have been a primary since: the map shows of each OSD up to which epoch it was up.
 *
 * @param probe to be asked: all that are up and may know something
 * @param blocked a sentence that names who is needed and down; empty if nobody is
 */
public record PriorSet(SortedSet<OsdId> probe, String blocked) {

  /** The prior set by what is known now. */
  public static PriorSet of(History history, Membership now, OsdId self) {
    SortedSet<OsdId> probe = new TreeSet<>(now.members());
    List<String> needs = new ArrayList<>();
    for (Interval interval : history.intervals()) {
      if (interval.mayHaveWritten() && interval.last() >= history.lastEpochStarted()) {
        List<OsdId> alive = interval.acting().stream().filter(now.map()::isUp).toList();
        probe.addAll(alive);
        if (alive.isEmpty()) {
          needs.add(
              "one of %s, which served it from epoch %d to %d"
                  .formatted(interval.acting(), interval.first(), interval.last()));
        }
      }
    }
    long bound = Math.max(history.created(), history.lastEpochStarted());
    if (history.knownSince() > bound) {
      addPossiblePrimaries(bound, now, probe, needs);
    }
    probe.remove(self);
    return new PriorSet(probe, needs.isEmpty() ? "" : "needs " + String.join("; ", needs));
  }

  private static void addPossiblePrimaries(
      long bound, Membership now, SortedSet<OsdId> probe, List<String> needs) {
    for (OsdInfo osd : now.map().osds().values()) {
      if (osd.upThru() >= bound) {
        if (osd.up()) {
          probe.add(osd.id());
        } else {
          needs.add(osd.id() + ", which may have served it since epoch " + bound);
        }
      }
    }
  }
}
