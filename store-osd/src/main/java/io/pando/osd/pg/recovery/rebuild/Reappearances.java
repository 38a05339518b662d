package io.pando.osd.pg.recovery.rebuild;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Fragments that counted as missing and were found to be whole a short time ago. Fragments that
 * contradict each other are whole by what each member can check alone, and bad by what the primary
 * compares. Members would readmit them, and reads would find them bad, by turns and without end; so
 * the same fragment is readmitted once within the time of a retry.
 */
final class Reappearances {
  private record Fragment(MemberId member, ObjectId object) {}

  private final long retryNanos;

  /** When each was readmitted, the oldest first. */
  private final Map<Fragment, Long> recent = new LinkedHashMap<>();

  Reappearances(long retryNanos) {
    this.retryNanos = retryNanos;
  }

  /** A member has its fragment of the object after all. */
  void add(MemberId member, ObjectId object, long nowNanos) {
    forgetOld(nowNanos);
    Fragment fragment = new Fragment(member, object);
    recent.remove(fragment);
    recent.put(fragment, nowNanos);
  }

  /** Whether the fragment was readmitted within the time of a retry. */
  boolean isRecent(MemberId member, ObjectId object, long nowNanos) {
    forgetOld(nowNanos);
    return recent.containsKey(new Fragment(member, object));
  }

  private void forgetOld(long nowNanos) {
    var all = recent.values().iterator();
    while (all.hasNext() && nowNanos - all.next() >= retryNanos) {
      all.remove();
    }
  }
}
