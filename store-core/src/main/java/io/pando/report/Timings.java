package io.pando.report;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A histogram of durations with eight buckets for each power of two, so that values read from it
 * are accurate to 1/16. Histograms can be added and subtracted. Hand-made: it travels in messages
 * and stays small with few durations, where HdrHistogram has arrays of a fixed size.
 *
 * @param totalNanos sum of all durations
 * @param buckets number of durations by bucket, without empty buckets
 */
public record Timings(long totalNanos, SortedMap<Integer, Long> buckets) {
  /** Number of buckets. */
  public static final int BUCKETS = 488;

  public static final Timings NONE = new Timings(0, Collections.emptySortedMap());

  private static final int STEP_BITS = 3;
  private static final int STEPS = 1 << STEP_BITS;

  public Timings {
    buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
  }

  /** The bucket of a duration; a negative duration counts as 0. */
  public static int bucketOf(long nanos) {
    if (nanos < STEPS) {
      return (int) Math.max(0, nanos);
    }
    int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
    int step = (int) (nanos >>> (octave - STEP_BITS)) & (STEPS - 1);
    return (octave - STEP_BITS + 1) * STEPS + step;
  }

  /** The shortest duration in a bucket. */
  static long floorNanos(int bucket) {
    if (bucket < STEPS) {
      return bucket;
    }
    return (long) (STEPS + bucket % STEPS) << (bucket / STEPS - 1);
  }

  /** Number of durations. */
  public long count() {
    return buckets.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The mean duration; 0 if there are no durations. */
  public double meanNanos() {
    return totalNanos / (double) Math.max(1, count());
  }

  /**
   * The approximate duration that {@code percent} of all durations do not exceed; 0 if there are no
   * durations.
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

  /** The difference to an earlier count. */
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
