package io.pando.jmh;

import com.sun.management.OperatingSystemMXBean;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.sim.SimSettings;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast the simulator is: operations of clients, half of them reads and half changes of up to 4
 * KiB, on a healthy cluster of 3 monitors and 5 OSDs with 3 copies, trace and all.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx1g", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 4, time = 5)
public class SimulationBenchmark {
  private static final int OPERATIONS = 1_000;
  private static final int CLIENTS = 8;
  private static final int OBJECTS = 20;
  private static final int LARGEST_BYTES = 4_096;

  /**
   * What the process took of the processors, collection of garbage and all: the quotient is a
   * figure that others on the machine leave alone.
   */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Processors {
    private static final OperatingSystemMXBean SYSTEM =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Operations done. */
    public long done;

    private long beganNanos;

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void begin() {
      done = 0;
      beganNanos = SYSTEM.getProcessCpuTime();
    }

    /** Milliseconds of processor time for these. */
    public long cpuMillis() {
      return (SYSTEM.getProcessCpuTime() - beganNanos) / 1_000_000;
    }
  }

  /** What is on the OSDs' disks. */
  @Param({"RAW", "HEAP"})
  public String store = "RAW";

  private final Random64 random = new Random64(1);
  private @Nullable SimCluster formed;
  private @Nullable Pool opened;
  private int left;

  /** A cluster with a pool. */
  @Setup(Level.Trial)
  public void form() {
    SimSettings settings = SimSettings.usual().with(SimSettings.Store.valueOf(store));
    SimCluster cluster = new SimCluster(1, new SimCluster.Shape(3, 5, 2), settings).formed();
    Cluster client = cluster.connect();
    cluster.await(client.admin().changeAsync(new Change.CreatePool("data", 32, 3, 2, null)));
    formed = cluster;
    opened = client.pool("data");
  }

  /** Clients work, each on objects of its own, one operation after another. */
  @Benchmark
  @OperationsPerInvocation(OPERATIONS)
  public long operations(Processors processors) {
    SimCluster cluster = Objects.requireNonNull(formed);
    left = OPERATIONS;
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      next("c" + i + "-", done);
      clients.add(done);
    }
    clients.forEach(cluster::await);
    processors.done += OPERATIONS;
    return cluster.world().trace().hash();
  }

  private void next(String prefix, CompletableFuture<Void> done) {
    if (left == 0) {
      done.complete(null);
      return;
    }
    left--;
    var _ = operate(prefix + random.nextInt(OBJECTS)).whenComplete((_, _) -> next(prefix, done));
  }

  /** An object that is not there is an answer, too. */
  private CompletableFuture<?> operate(String object) {
    Pool pool = Objects.requireNonNull(opened);
    byte[] bytes = new byte[1 + random.nextInt(LARGEST_BYTES)];
    random.nextBytes(bytes);
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> pool.writeFullAsync(object, ByteBuffer.wrap(bytes));
      case 3 -> pool.appendAsync(object, ByteBuffer.wrap(bytes));
      case 4 -> pool.removeAsync(object);
      default -> pool.readAsync(object);
    };
  }
}
