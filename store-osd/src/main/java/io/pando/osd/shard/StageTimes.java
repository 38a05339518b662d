package io.pando.osd.shard;

import io.pando.report.Timings;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How long operations are in each stage of their way through a shard. The times are told. */
final class StageTimes {
  /** A part of an operation's way. */
  enum Stage {
    /** A client's update: from its arrival to the answer. */
    WRITE("write"),
    /** Of that: until it has its place in the group's order, all it depends on being known. */
    ORDER("write.order"),
    /** From there until it is durable here. */
    LOCAL("write.local"),
    /** From its place in the order, too, until it is durable on all members. */
    REPLICAS("write.replicas"),
    /** A client's query: from its arrival to the answer. */
    READ("read"),
    /** A transaction of whatever kind: from handing it to the store until that has it durable. */
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

  /** An operation was in a stage for so long. */
  void took(Stage stage, long nanos) {
    Counts counts = stages.get(stage);
    if (counts != null) {
      counts.buckets[Timings.bucketOf(nanos)]++;
      counts.totalNanos += nanos;
    }
  }

  /** Adds all there is to what others have. */
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
