package io.pando.bench.load;

import io.pando.cli.command.UserError;
import io.pando.cli.text.ByteSize;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Common options of write and read benchmarks. */
final class BenchOptions {
  static final int MAX_SIZE = 32 << 20;

  @Option(
      names = {"-b", "--size"},
      paramLabel = "SIZE",
      description =
          "size of an object, or of a write to an image (default: 4MiB; with " + "an image: 4KiB)")
  private @Nullable String size;

  @Option(
      names = {"-t", "--concurrency"},
      paramLabel = "N",
      description = "operations at a time (default: 16)")
  private int workers = 16;

  @Option(
      names = {"-s", "--seconds"},
      paramLabel = "S",
      description = "duration (default: 10)")
  private int seconds = 10;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "warm-up time, not counted (default: 0)")
  private int warmUpSeconds;

  @Option(names = "--no-cleanup", description = "keep the objects")
  private boolean noCleanup;

  @Option(
      names = "--explain",
      description = "report time, processor time and bytes of an operation by stage")
  private boolean explain;

  int sizeBytes(String usual) {
    String text = size == null ? usual : size;
    long bytes =
        ByteSize.parse(text).orElseThrow(() -> UserError.usage("not a size: '" + text + "'"));
    if (bytes < 1 || bytes > MAX_SIZE) {
      throw UserError.usage("--size must be 1 to " + ByteSize.format(MAX_SIZE));
    }
    return (int) bytes;
  }

  int workers() {
    UserError.checkRange("--concurrency", workers, 1, 4096);
    return workers;
  }

  Load load() {
    UserError.checkRange("--seconds", seconds, 1, 86_400);
    return new Load(workers(), TimeUnit.SECONDS.toNanos(seconds));
  }

  Load warmUp() {
    UserError.checkRange("--warm-up", warmUpSeconds, 0, 86_400);
    return new Load(workers(), TimeUnit.SECONDS.toNanos(warmUpSeconds));
  }

  boolean keepsObjects() {
    return noCleanup;
  }

  boolean explains() {
    return explain;
  }
}
