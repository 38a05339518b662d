package io.pando.report;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How long something took, each time: counts by duration, eight to an octave, so that what is read
 * from them is true within a sixteenth. They can be added, and one taken from a later one.
 *
 * @param totalNanos of all together
 * @param buckets how many there were of each bucket that is not empty
 */
public record Timings(long totalNanos, SortedMap<Integer, Long> buckets) {
  /** Number of buckets there may be. */
  public static final int BUCKETS = 488;

  public static final Timings NONE = new Timings(0, Collections.emptySortedMap());

  private static final int STEP_BITS = 3;
  private static final int STEPS = 1 << STEP_BITS;

  public Timings {
    buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
  }

  /** The bucket of a duration; one below zero counts as none. */
  public static int bucketOf(long nanos) {
    if (nanos < STEPS) {
      return (int) Math.max(0, nanos);
    }
    int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
    int step = (int) (nanos >>> (octave - STEP_BITS)) & (STEPS - 1);
    return (octave - STEP_BITS + 1) * STEPS + step;
  }

  /** The shortest duration of a bucket. */
  static long floorNanos(int bucket) {
    if (bucket < STEPS) {
      return bucket;
    }
    return (long) (STEPS + bucket % STEPS) << (bucket / STEPS - 1);
  }

  /** How often it was timed. */
  public long count() {
    return buckets.values().stream().mapToLong(Long::longValue).sum();
  }

  /** 0 if it was never timed. */
  public double meanNanos() {
    return totalNanos / (double) Math.max(1, count());
  }

  /**
   * So long or shorter it was in that share of all cases, about; 0 if it was never timed.
   *
   * @param percent above 0, at most 100
   */
  public long percentileNanos(double percent) {
    long rank = Math.max(1, (long) Math.ceil(count() * percent / 100));
    long passed = 0;
    for (var bucket : buckets.entrySet()) {
      passed += bucket.getValue();
      if (passed >= rank) {
        long floor = floorNanos(bucket.getKey());
        return floor + (floorNanos(bucket.getKey() + 1) - floor) / 2;
      }
    }
    return 0;
  }

  public Timings plus(Timings other) {
    return combined(other, 1);
  }

  /** What came since an earlier count. */
  public Timings since(Timings before) {
    return combined(before, -1);
  }

  private Timings combined(Timings other, int sign) {
    SortedMap<Integer, Long> sums = new TreeMap<>(buckets);
    other.buckets.forEach((bucket, count) -> sums.merge(bucket, sign * count, Long::sum));
    sums.values().removeIf(count -> count == 0);
    return new Timings(totalNanos + sign * other.totalNanos, sums);
  }
}
