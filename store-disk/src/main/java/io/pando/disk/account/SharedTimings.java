package io.pando.disk.account;

import io.pando.report.Timings;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Durations recorded by one thread and read by others. */
final class SharedTimings {
  private final AtomicLongArray buckets = new AtomicLongArray(Timings.BUCKETS);
  private final LongAdder totalNanos = new LongAdder();

  void add(long nanos) {
    buckets.getAndIncrement(Timings.bucketOf(nanos));
    totalNanos.add(nanos);
  }

  Timings sum() {
    SortedMap<Integer, Long> counts = new TreeMap<>();
    for (int i = 0; i < buckets.length(); i++) {
      long count = buckets.get(i);
      if (count > 0) {
        counts.put(i, count);
      }
    }
    return new Timings(totalNanos.sum(), counts);
  }
}
