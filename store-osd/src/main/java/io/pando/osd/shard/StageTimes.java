package io.pando.osd.shard;

import io.pando.report.Timings;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Time that operations spend in each stage of a shard. Durations are passed in; this class reads no
 * clock.
 */
final class StageTimes {
  enum Stage {
    /** A client's update, from arrival to answer. */
    WRITE("write"),
    /**
     * Part of {@link #WRITE}: from arrival until the update has its place in the group's order;
     * every object state that it depends on is known then.
     */
    ORDER("write.order"),
    /** Part of {@link #WRITE}: from its place in the order until the update is durable here. */
    LOCAL("write.local"),
    /**
     * Part of {@link #WRITE}: from its place in the order until the update is durable on all
     * members.
     */
    REPLICAS("write.replicas"),
    /** A client's query, from arrival to answer. */
    READ("read"),
    /** Any transaction, from its submission to the store until it is durable. */
    PERSIST("persist");

    private final String label;

    Stage(String label) {
      this.label = label;
    }
  }

  private static final class Counts {
    private final long[] buckets = new long[Timings.BUCKETS];
    private long totalNanos;
  }

  private final Map<Stage, Counts> stages = new EnumMap<>(Stage.class);

  StageTimes() {
    for (Stage stage : Stage.values()) {
      stages.put(stage, new Counts());
    }
  }

  /** Records the time that an operation spent in a stage. */
  void took(Stage stage, long nanos) {
    Counts counts = stages.get(stage);
    if (counts != null) {
      counts.buckets[Timings.bucketOf(nanos)]++;
      counts.totalNanos += nanos;
    }
  }

  /** Adds all recorded times to {@code sums}. */
  void addTo(SortedMap<String, Timings> sums) {
    stages.forEach((stage, counts) -> sums.merge(stage.label, sum(counts), Timings::plus));
  }

  private static Timings sum(Counts counts) {
    SortedMap<Integer, Long> buckets = new TreeMap<>();
    for (int i = 0; i < counts.buckets.length; i++) {
      if (counts.buckets[i] > 0) {
        buckets.put(i, counts.buckets[i]);
      }
    }
    return new Timings(counts.totalNanos, buckets);
  }
}
