package io.pando.bench.load;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.PoolChoice;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.machine.ProcessWatch;
import io.pando.cli.output.Json;
import io.pando.cli.text.ByteSize;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pando bench …}. */
@Command(name = "bench", description = "measure writes and reads")
public record BenchCommands(CommandContext context) {
  private static final long SET_BYTES = 64L << 20;
  private static final int REMOVED_AT_A_TIME = 16;
  private static final long MAX_IMAGE_BYTES = 1L << 40;

  /** Pattern of writes. */
  enum Pattern {
    /** New objects. */
    NEW,
    /** Whole objects of a fixed set. */
    OVERWRITE,
    /** Blocks at random places of an image. */
    RANDOM
  }

  /** Options for the target of writes. */
  static final class Target {
    @Option(
        names = "--pattern",
        paramLabel = "PATTERN",
        description =
            "new: new objects; overwrite: whole objects of a set; random: blocks at "
                + "random offsets of an image (default: new; with --image: random)")
    private @Nullable Pattern pattern;

    @Option(
        names = "--image",
        paramLabel = "SIZE",
        description =
            "size of the image of 4 MiB objects, which is written first, for " + "random writes")
    private @Nullable String image;

    @Option(
        names = "--objects",
        paramLabel = "N",
        description = "objects in the set that is overwritten (default: 64 MiB, at most 512)")
    private @Nullable Long objects;

    Pattern pattern() {
      Pattern chosen = pattern;
      if (chosen == null) {
        return image == null ? Pattern.NEW : Pattern.RANDOM;
      }
      if ((chosen == Pattern.RANDOM) != (image != null)) {
        throw UserError.usage("--pattern random and --image SIZE go together");
      }
      return chosen;
    }

    long imageBytes(int blockBytes) {
      String text = image == null ? "" : image;
      long bytes =
          ByteSize.parse(text).orElseThrow(() -> UserError.usage("not a size: '" + text + "'"));
      if (bytes < Workload.IMAGE_OBJECT_BYTES || bytes > MAX_IMAGE_BYTES) {
        throw UserError.usage("--image must be 4 MiB to 1 TiB");
      }
      if (Workload.IMAGE_OBJECT_BYTES % blockBytes != 0) {
        throw UserError.usage("--size must divide the 4 MiB of an image's objects");
      }
      return bytes;
    }
  }

  @Command(name = "write", description = "write objects as fast as possible")
  int write(@Mixin PoolChoice choice, @Mixin BenchOptions options, @Mixin Target target)
      throws IOException, InterruptedException {
    Pattern pattern = target.pattern();
    int sizeBytes = options.sizeBytes(pattern == Pattern.RANDOM ? "4KiB" : "4MiB");
    return measure(
        choice,
        options,
        new BenchReport.Title("write", sizeBytes, options.workers()),
        switch (pattern) {
          case NEW -> objects -> Workload.newObjects(objects, sizeBytes);
          case OVERWRITE -> {
            long count = count(target.objects, sizeBytes, options.workers());
            yield objects -> Workload.overwrites(objects, sizeBytes, count);
          }
          case RANDOM -> {
            long imageBytes = target.imageBytes(sizeBytes);
            yield objects -> Workload.image(objects, imageBytes, sizeBytes);
          }
        });
  }

  @Command(name = "read", description = "write objects, then read them as fast as possible")
  int read(
      @Mixin PoolChoice choice,
      @Mixin BenchOptions options,
      @Option(
              names = "--objects",
              paramLabel = "N",
              description = "objects in the set that is read (default: 64 MiB, at most 512)")
          @Nullable Long objectCount)
      throws IOException, InterruptedException {
    int sizeBytes = options.sizeBytes("4MiB");
    long count = count(objectCount, sizeBytes, options.workers());
    return measure(
        choice,
        options,
        new BenchReport.Title("read", sizeBytes, options.workers()),
        objects -> Workload.reads(objects, sizeBytes, count));
  }

  @Command(
      name = "cleanup",
      description =
          "remove objects that were left by --no-cleanup or by benchmarks " + "that were killed",
      footer = {
        "",
        "Removes all objects of the pool that are named like those of 'bench write' "
            + "and 'bench read':",
        "run neither of them on the pool at the same time."
      })
  int cleanUp(@Mixin PoolChoice choice) throws InterruptedException {
    return context.connected(cluster -> {
      Pool pool = choice.open(cluster);
      long removed = BenchObjects.removeLeftBehind(pool, REMOVED_AT_A_TIME);
      context.print(
          () -> new Json().put("pool", pool.name()).put("removed", removed),
          () ->
              context.printf(
                  "%d objects of benchmarks removed from pool '%s'", removed, pool.name()));
    });
  }

  private static long count(@Nullable Long wanted, int sizeBytes, int workers) {
    if (wanted == null) {
      return Math.max(workers, Math.min(512, SET_BYTES / sizeBytes));
    }
    UserError.checkRange("--objects", wanted, 1, 100_000_000);
    return wanted;
  }

  private int measure(
      PoolChoice choice,
      BenchOptions options,
      BenchReport.Title title,
      Function<BenchObjects, Workload> work)
      throws IOException, InterruptedException {
    Load load = options.load();
    Load warmUp = options.warmUp();
    ClusterConfig config = context.config();
    try (Cluster cluster = Load.connect(config);
        ProcessWatch watch = new ProcessWatch()) {
      Workload workload = work.apply(BenchObjects.in(choice.open(cluster), load.workers()));
      UsageSample.Place place = UsageSample.Place.at(cluster, config, watch);
      Measured measured;
      try (Interruptible _ = Interruptible.begin(context.console().err())) {
        try {
          workload.prepare();
          if (warmUp.durationNanos() > 0) {
            warmUp.run(workload);
          }
          measured = Measured.run(load, workload, place, options.explains());
        } finally {
          if (!options.keepsObjects()) {
            workload.cleanUp();
          }
        }
      } catch (InterruptedException stopped) {
        throw UserError.failed("the benchmark was interrupted");
      }
      new BenchReport(title, measured, options.explains()).print(context);
      return measured.outcome().failures() == 0 ? ExitStatus.OK : ExitStatus.FAILED;
    }
  }
}
