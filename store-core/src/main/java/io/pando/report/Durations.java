package io.pando.report;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A histogram of durations. Histograms can be added and subtracted.
 *
 * @param count number of durations
 * @param totalNanos sum of all durations
 * @param buckets number of durations by the bucket's upper bound in nanoseconds, without empty
 *     buckets; a bucket begins where the next lower bound ends. Durations above the highest bound
 *     are in no bucket
 */
public record Durations(long count, long totalNanos, SortedMap<Long, Long> buckets) {
  public static final Durations NONE = new Durations(0, 0, Collections.emptySortedMap());

  /** Ratio of a bucket's lower bound to its upper bound, where the lower bound is not known. */
  private static final double WIDTH = 0.75;

  public Durations {
    buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
  }

  /** The mean duration; 0 if there are no durations. */
  public double meanNanos() {
    return totalNanos / (double) Math.max(1, count);
  }

  /**
   * The approximate duration that {@code percent} of all durations do not exceed: within the
   * bucket, durations are taken as evenly spread. 0 if there are no buckets; the highest bound if
   * the duration lies above it.
   *
   * @param percent above 0, at most 100
   */
  public long percentileNanos(double percent) {
    double rank = Math.max(1, Math.ceil(count * percent / 100));
    long passed = 0;
    for (var bucket : buckets.entrySet()) {
      long inside = bucket.getValue();
      if (passed + inside >= rank) {
        double floor = bucket.getKey() * WIDTH;
        return (long) (floor + (bucket.getKey() - floor) * (rank - passed) / inside);
      }
      passed += inside;
    }
    return buckets.isEmpty() ? 0 : buckets.lastKey();
  }

  public Durations plus(Durations other) {
    return combined(other, 1);
  }

  /** The difference to an earlier count. */
  public Durations since(Durations before) {
    return combined(before, -1);
  }

  private Durations combined(Durations other, int sign) {
    SortedMap<Long, Long> sums = new TreeMap<>(buckets);
    other.buckets.forEach((bucket, count) -> sums.merge(bucket, sign * count, Long::sum));
    sums.values().removeIf(count -> count == 0);
    return new Durations(count + sign * other.count, totalNanos + sign * other.totalNanos, sums);
  }
}
