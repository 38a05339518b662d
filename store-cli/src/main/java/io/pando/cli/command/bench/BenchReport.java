package io.pando.cli.command.bench;

import io.pando.cli.command.Surroundings;
import io.pando.cli.config.ByteSize;
import io.pando.cli.output.Json;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** What a load came to. */
record BenchReport(String what, int sizeBytes, int workers, Load.Outcome outcome, CpuUse cpu) {
  private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9};

  void print(Surroundings surroundings) {
    if (surroundings.json()) {
      surroundings.printJson(json().map());
      return;
    }
    surroundings.print(
        String.format(
            Locale.ROOT,
            "%s of %s, %d at a time, for %.1f s",
            what,
            ByteSize.format(sizeBytes),
            workers,
            seconds()));
    surroundings.print(
        String.format(Locale.ROOT, "  operations  %d, %.1f/s", operations(), rate()));
    surroundings.print("  bandwidth   " + ByteSize.format((long) (rate() * sizeBytes)) + "/s");
    Histogram latencies = outcome.latencies();
    StringBuilder line = new StringBuilder("  latency ms ");
    line.append(String.format(Locale.ROOT, " mean %.2f", latencies.getMean() / 1e6));
    for (double percentile : PERCENTILES) {
      line.append(String.format(Locale.ROOT, "  p%s %.2f", name(percentile), millis(percentile)));
    }
    line.append(String.format(Locale.ROOT, "  max %.2f", latencies.getMaxValue() / 1e6));
    surroundings.print(line.toString());
    surroundings.print(
        String.format(
            Locale.ROOT,
            "  CPU per op  %.3f ms here%s",
            perOperation(cpu.ownNanos()),
            cpu.daemons() == 0
                ? ""
                : String.format(
                    Locale.ROOT,
                    ", %.3f ms in the cluster's %d processes on this machine",
                    perOperation(cpu.daemonNanos()),
                    cpu.daemons())));
    if (outcome.failures() > 0) {
      surroundings.print("  failures    " + outcome.failures() + ": " + outcome.firstFailure());
    }
  }

  private Json json() {
    Json latency = new Json().put("mean", outcome.latencies().getMean() / 1e6);
    for (double percentile : PERCENTILES) {
      latency.put("p" + name(percentile), millis(percentile));
    }
    latency.put("max", outcome.latencies().getMaxValue() / 1e6);
    return new Json()
        .put("test", what)
        .put("size_bytes", sizeBytes)
        .put("concurrency", workers)
        .put("seconds", seconds())
        .put("operations", operations())
        .put("failures", outcome.failures())
        .put("ops_per_second", rate())
        .put("bytes_per_second", rate() * sizeBytes)
        .put("latency_ms", latency.map())
        .put("client_cpu_ms_per_op", perOperation(cpu.ownNanos()))
        .put("cluster_cpu_ms_per_op", cpu.daemons() == 0 ? null : perOperation(cpu.daemonNanos()));
  }

  private static String name(double percentile) {
    return percentile == Math.rint(percentile)
        ? String.valueOf((int) percentile)
        : String.valueOf(percentile);
  }

  private long operations() {
    return outcome.latencies().getTotalCount();
  }

  private double seconds() {
    return outcome.elapsedNanos() / 1e9;
  }

  private double rate() {
    return operations() / Math.max(1e-9, seconds());
  }

  private double millis(double percentile) {
    return outcome.latencies().getValueAtPercentile(percentile) / 1e6;
  }

  private double perOperation(long nanos) {
    return nanos / 1e6 / Math.max(1, operations());
  }
}
