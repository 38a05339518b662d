package io.pando.osd.pg.scrub;

import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.probe.Limit;
import io.pando.report.group.InconsistentObject;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Objects whose copies were found to differ by scrubs. An object being repaired counts until its
 * repair is complete. Findings of a former primary count by number only, until a deep scrub has
 * read everything again.
 */
final class InconsistentObjects {
  private static final Limit MOST_KEPT = Limit.of("scrub: findings that are kept", 1, 1_000);

  private record Finding(InconsistentObject object, long scrub, boolean repairing) {}

  private final SortedMap<ObjectId, Finding> known = new TreeMap<>();

  /** Found in the part under way, which may have to be scrubbed again. */
  private final SortedSet<ObjectId> fresh = new TreeSet<>();

  private ScrubRecord.Found former = ScrubRecord.Found.NOTHING;
  private long wrongLeaves;
  private boolean leavesWrongNow;
  private long lastFound;

  /** Starts with the remembered findings of another primary. */
  void begin(ScrubRecord.Found remembered) {
    known.clear();
    fresh.clear();
    former = remembered;
    wrongLeaves = remembered.wrongLeaves();
  }

  /** Notes that a scrub starts with the first object. */
  void onBegun() {
    leavesWrongNow = false;
    lastFound = 0;
  }

  /** Notes that a part of the group is finished. */
  void onPartDone() {
    fresh.clear();
  }

  /**
   * Drops the findings of the part under way: it will be scrubbed again, and whether repairs began
   * is not known.
   */
  void onPartLost() {
    known.keySet().removeAll(fresh);
    fresh.clear();
  }

  void onWrongLeaves(int leaves) {
    wrongLeaves += leaves;
    leavesWrongNow |= leaves > 0;
  }

  /** Notes that the copies of an object are equal. */
  void onConsistent(ObjectId object) {
    known.remove(object);
  }

  /**
   * Adds an object whose copies differ; returns false if there are too many to keep.
   *
   * @param scrub number of the scrub that found it
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

  /** Removes the objects whose repair has ended; returns their number. */
  int takeRepaired(Predicate<ObjectId> isInWork) {
    int before = known.size();
    known
        .values()
        .removeIf(finding -> finding.repairing() && !isInWork.test(finding.object().object()));
    return before - known.size();
  }

  /**
   * Objects found by earlier scrubs that are not being repaired.
   *
   * @param scrub number of the running scrub
   */
  List<ObjectId> left(long scrub) {
    return known.values().stream()
        .filter(finding -> finding.scrub() != scrub && !finding.repairing())
        .map(finding -> finding.object().object())
        .toList();
  }

  /**
   * Notes the end of a scrub.
   *
   * @param whole whether this primary has led the scrub from its first part on
   * @param deep whether the scrub read every object completely
   */
  void onEnded(long scrub, boolean whole, boolean deep) {
    if (whole && deep) {
      known.values().removeIf(finding -> finding.scrub() != scrub && !finding.repairing());
      former = ScrubRecord.Found.NOTHING;
    }
    if (whole && !leavesWrongNow) {
      wrongLeaves = 0;
    }
  }

  /** Counts of everything that is inconsistent now. */
  ScrubRecord.Found now() {
    return count(_ -> true);
  }

  /** Counts of findings that are not being repaired, and so must be remembered. */
  ScrubRecord.Found lasting() {
    return count(finding -> !finding.repairing());
  }

  private ScrubRecord.Found count(Predicate<Finding> which) {
    long inconsistent = former.inconsistent();
    long unprovable = former.unprovable();
    for (Finding finding : known.values()) {
      if (which.test(finding)) {
        inconsistent++;
        unprovable += finding.object().provable() ? 0 : 1;
      }
    }
    return new ScrubRecord.Found(inconsistent, unprovable, wrongLeaves);
  }

  /** Number of inconsistent objects that the running or the last scrub found. */
  long lastFound() {
    return lastFound;
  }

  /** The first findings, at most {@code most}. */
  List<InconsistentObject> list(int most) {
    return known.values().stream().limit(most).map(Finding::object).toList();
  }
}
