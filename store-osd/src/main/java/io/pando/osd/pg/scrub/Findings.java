package io.pando.osd.pg.scrub;

import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.probe.Limit;
import io.pando.report.InconsistentObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Objects of which scrubs found that their copies differ. Those that are being repaired count until
 * they are; what a former primary found counts, without being known, until everything was read once
 * more.
 */
final class Findings {
  private static final Limit MOST_KEPT = Limit.of("scrub: findings that are kept", 1, 1_000);

  private static final class Finding {
    final InconsistentObject object;
    final long scrub;
    final boolean repairing;

    Finding(InconsistentObject object, long scrub, boolean repairing) {
      this.object = object;
      this.scrub = scrub;
      this.repairing = repairing;
    }
  }

  private final SortedMap<ObjectId, Finding> known = new TreeMap<>();

  /** Found in the part under way, which may have to be looked at anew. */
  private final SortedSet<ObjectId> fresh = new TreeSet<>();

  private ScrubRecord.Found former = ScrubRecord.Found.NOTHING;
  private long wrongLeaves;
  private boolean leavesWrongNow;
  private long lastFound;

  /** Begins with what is remembered of another primary. */
  void begin(ScrubRecord.Found remembered) {
    known.clear();
    fresh.clear();
    former = remembered;
    wrongLeaves = remembered.wrongLeaves();
  }

  /** A scrub begins, from the first object on. */
  void onBegun() {
    leavesWrongNow = false;
    lastFound = 0;
  }

  /** A part of the group is done with. */
  void onPartDone() {
    fresh.clear();
  }

  /** The part under way will be looked at anew: whether repairs were begun is not known. */
  void onPartLost() {
    known.keySet().removeAll(fresh);
    fresh.clear();
  }

  void onWrongLeaves(int leaves) {
    wrongLeaves += leaves;
    leavesWrongNow |= leaves > 0;
  }

  /** The copies of an object are equal. */
  void onConsistent(ObjectId object) {
    known.remove(object);
  }

  /**
   * They are not; false if there are too many to keep.
   *
   * @param scrub number of the one that found it
   */
  boolean add(InconsistentObject object, long scrub, boolean repairing) {
    lastFound++;
    boolean room = known.size() < MOST_KEPT.value() || known.containsKey(object.object());
    if (room) {
      known.put(object.object(), new Finding(object, scrub, repairing));
      fresh.add(object.object());
    }
    return room;
  }

  /** How many were being repaired, and are not any more. */
  int takeRepaired(Predicate<ObjectId> isInWork) {
    int repaired = 0;
    Iterator<Finding> each = known.values().iterator();
    while (each.hasNext()) {
      Finding finding = each.next();
      if (finding.repairing && !isInWork.test(finding.object.object())) {
        each.remove();
        repaired++;
      }
    }
    return repaired;
  }

  /**
   * What earlier scrubs found and nobody repairs.
   *
   * @param scrub number of the running one
   */
  List<ObjectId> left(long scrub) {
    return known.values().stream()
        .filter(finding -> finding.scrub != scrub && !finding.repairing)
        .map(finding -> finding.object.object())
        .toList();
  }

  /**
   * A scrub is over.
   *
   * @param whole whether this primary has led it from its first part on
   * @param deep whether it read all of every object
   */
  void onEnded(long scrub, boolean whole, boolean deep) {
    if (whole && deep) {
      known.values().removeIf(finding -> finding.scrub != scrub && !finding.repairing);
      former = ScrubRecord.Found.NOTHING;
    }
    if (whole && !leavesWrongNow) {
      wrongLeaves = 0;
    }
  }

  /** What is wrong now. */
  ScrubRecord.Found now() {
    return count(_ -> true);
  }

  /** What will not be repaired by itself, so that it is to be remembered. */
  ScrubRecord.Found lasting() {
    return count(finding -> !finding.repairing);
  }

  private ScrubRecord.Found count(Predicate<Finding> which) {
    long inconsistent = former.inconsistent();
    long unprovable = former.unprovable();
    for (Finding finding : known.values()) {
      if (which.test(finding)) {
        inconsistent++;
        unprovable += finding.object.provable() ? 0 : 1;
      }
    }
    return new ScrubRecord.Found(inconsistent, unprovable, wrongLeaves);
  }

  /** How many the running or the last scrub found. */
  long lastFound() {
    return lastFound;
  }

  /** The first of them. */
  List<InconsistentObject> list(int most) {
    List<InconsistentObject> listed = new ArrayList<>();
    for (Finding finding : known.values()) {
      if (listed.size() == most) {
        break;
      }
      listed.add(finding.object);
    }
    return listed;
  }
}
