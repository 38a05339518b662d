package io.pando.cli.command.bench;

import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.PoolChoice;
import io.pando.cli.command.Surroundings;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ByteSize;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pando bench …}. */
@Command(name = "bench", description = "measure writing and reading")
public final class BenchCommands {
  private static final int MAX_SIZE = 32 << 20;
  private static final long READ_SET_BYTES = 64L << 20;

  private final Surroundings surroundings;

  /** Commands in these surroundings. */
  public BenchCommands(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** What both have in common. */
  static final class Shape {
    @Option(
        names = {"-b", "--size"},
        paramLabel = "SIZE",
        defaultValue = "4MiB",
        description = "of an object (default: 4MiB)")
    private String size = "4MiB";

    @Option(
        names = {"-t", "--concurrency"},
        paramLabel = "N",
        description = "operations at a time (default: 16)")
    private int workers = 16;

    @Option(
        names = {"-s", "--seconds"},
        paramLabel = "S",
        description = "for how long (default: 10)")
    private int seconds = 10;

    @Option(names = "--no-cleanup", description = "leave the objects")
    private boolean noCleanup;

    int sizeBytes() {
      long bytes =
          ByteSize.parse(size).orElseThrow(() -> UserError.usage("not a size: '" + size + "'"));
      if (bytes < 1 || bytes > MAX_SIZE) {
        throw UserError.usage("--size must be 1 to " + ByteSize.format(MAX_SIZE));
      }
      return (int) bytes;
    }

    Load load() {
      if (workers < 1 || workers > 4096) {
        throw UserError.usage("--concurrency must be 1 to 4096, is " + workers);
      }
      if (seconds < 1 || seconds > 86_400) {
        throw UserError.usage("--seconds must be 1 to 86400, is " + seconds);
      }
      return new Load(workers, TimeUnit.SECONDS.toNanos(seconds));
    }
  }

  @Command(name = "write", description = "write objects as fast as it goes")
  int write(@Mixin PoolChoice choice, @Mixin Shape shape)
      throws ConfigException, IOException, InterruptedException {
    int sizeBytes = shape.sizeBytes();
    Load load = shape.load();
    ClusterConfig config = surroundings.config();
    try (Cluster cluster = Surroundings.connect(config)) {
      Pool pool = choice.open(cluster);
      ByteBuffer data = noise(sizeBytes);
      AtomicLong highest = new AtomicLong();
      String prefix = prefix();
      CpuUse before = CpuUse.now(config);
      Load.Outcome outcome =
          load.run((worker, turn) -> {
            long number = turn * load.workers() + worker;
            highest.accumulateAndGet(number + 1, Math::max);
            pool.writeFull(prefix + number, data.duplicate());
          });
      CpuUse cpu = CpuUse.now(config).since(before);
      if (!shape.noCleanup) {
        remove(pool, prefix, highest.get(), load.workers());
      }
      return report(new BenchReport("write", sizeBytes, load.workers(), outcome, cpu));
    }
  }

  @Command(name = "read", description = "read objects, which it makes first, as fast as it goes")
  int read(@Mixin PoolChoice choice, @Mixin Shape shape)
      throws ConfigException, IOException, InterruptedException {
    int sizeBytes = shape.sizeBytes();
    Load load = shape.load();
    ClusterConfig config = surroundings.config();
    try (Cluster cluster = Surroundings.connect(config)) {
      Pool pool = choice.open(cluster);
      String prefix = prefix();
      long objects = Math.max(load.workers(), Math.min(512, READ_SET_BYTES / sizeBytes));
      fill(pool, prefix, objects, noise(sizeBytes), load.workers());
      CpuUse before = CpuUse.now(config);
      Load.Outcome outcome =
          load.run((worker, turn) ->
              pool.read(prefix + Math.floorMod(worker * 7919L + turn * 31, objects)));
      CpuUse cpu = CpuUse.now(config).since(before);
      if (!shape.noCleanup) {
        remove(pool, prefix, objects, load.workers());
      }
      return report(new BenchReport("read", sizeBytes, load.workers(), outcome, cpu));
    }
  }

  private int report(BenchReport report) {
    report.print(surroundings);
    return report.outcome().failures() == 0 ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private static String prefix() {
    return "benchmark_" + ProcessHandle.current().pid() + "_" + System.currentTimeMillis() + "_";
  }

  private static ByteBuffer noise(int sizeBytes) {
    byte[] bytes = new byte[sizeBytes];
    new Random64(sizeBytes).nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private static void fill(Pool pool, String prefix, long objects, ByteBuffer data, int workers)
      throws InterruptedException {
    each(objects, workers, number -> pool.writeFull(prefix + number, data.duplicate()));
  }

  private static void remove(Pool pool, String prefix, long objects, int workers)
      throws InterruptedException {
    each(
        objects,
        workers,
        number -> {
          try {
            pool.remove(prefix + number);
          } catch (PandoException.NotFound neverWritten) {
            // Its write failed, or came after the end.
          }
        });
  }

  private interface Numbered {
    void run(long number);
  }

  /** Runs something for every number below {@code count}; the first failure ends it. */
  private static void each(long count, int workers, Numbered task) throws InterruptedException {
    AtomicLong next = new AtomicLong();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        running.add(
            threads.submit(() -> {
              long number = next.getAndIncrement();
              for (; number < count; number = next.getAndIncrement()) {
                task.run(number);
              }
              return number;
            }));
      }
      for (Future<Long> worker : running) {
        worker.get();
      }
    } catch (ExecutionException failed) {
      throw UserError.failed("the benchmark could not prepare or clean up: " + failed.getCause());
    }
  }
}
