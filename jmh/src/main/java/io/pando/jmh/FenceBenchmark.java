package io.pando.jmh;

import io.pando.cluster.fence.Fence;
import io.pando.cluster.fence.Fences;
import io.pando.random.Random64;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to look up whether the session of a request is fenced. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class FenceBenchmark {
  private static final int SESSIONS = 1_024;

  /** Sessions in the list. */
  @Param({"0", "10", "10000"})
  private int fenced;

  private Fences fences = Fences.NONE;
  private final long[] sessions = new long[SESSIONS];
  private int next;

  /** Makes the list, and sessions that are not in it. */
  @Setup
  public void fill() {
    Random64 random = new Random64(7);
    TreeMap<Long, Fence> all = new TreeMap<>();
    while (all.size() < fenced) {
      all.put(random.nextLong(), new Fence(1, "evicted"));
    }
    fences = new Fences(all);
    for (int i = 0; i < SESSIONS; i++) {
      sessions[i] = random.nextLong();
    }
  }

  /** One lookup of another session than the one before. */
  @Benchmark
  public @Nullable Fence lookUp() {
    next = (next + 1) % SESSIONS;
    return fences.of(sessions[next]);
  }
}
