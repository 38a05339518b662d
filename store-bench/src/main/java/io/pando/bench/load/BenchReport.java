package io.pando.bench.load;

import io.pando.cli.command.CommandContext;
import io.pando.cli.output.Figures;
import io.pando.cli.output.Json;
import io.pando.cli.text.ByteSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Prints the results of a load. */
record BenchReport(Title title, Measured measured, boolean explained) {
  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 95.0, 99.0, 99.9);

  /** Title of a load: operation, size, and number of operations at a time. */
  record Title(String what, int sizeBytes, int workers) {}

  void print(CommandContext context) {
    if (context.json()) {
      context.printJson(json());
      return;
    }
    context.printf(
        "%s of %s, %d at a time, for %.1f s",
        title.what(), ByteSize.format(title.sizeBytes()), title.workers(), seconds());
    context.printf("  operations  %d, %.1f/s", operations(), rate());
    context.print("  bandwidth   " + ByteSize.format((long) (rate() * title.sizeBytes())) + "/s");
    StringBuilder line = new StringBuilder("  latency ms ");
    line.append(String.format(Locale.ROOT, " mean %.2f", latencies().getMean() / 1e6));
    for (double percentile : PERCENTILES) {
      line.append(String.format(Locale.ROOT, "  p%s %.2f", name(percentile), millis(percentile)));
    }
    line.append(String.format(Locale.ROOT, "  max %.2f", latencies().getMaxValue() / 1e6));
    context.print(line.toString());
    context.printf(
        "  CPU per op  %.3f ms here%s",
        perOperation(measured.cost().own().cpuNanos()),
        measured.cost().daemonNanos().isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                ", %.3f ms in the cluster's %d processes on this machine",
                perOperation(daemonNanos()),
                measured.cost().daemonNanos().size()));
    if (explained) {
      new Explanation(title, measured).print(context);
    }
    if (measured.outcome().failures() > 0) {
      context.printf(
          "  failures    %d: %s", measured.outcome().failures(), measured.outcome().firstFailure());
    }
  }

  private Json json() {
    Json latency = new Json().put("mean", latencies().getMean() / 1e6);
    for (double percentile : PERCENTILES) {
      latency.put("p" + name(percentile), millis(percentile));
    }
    latency.put("max", latencies().getMaxValue() / 1e6);
    Map<String, Double> daemons = new LinkedHashMap<>();
    measured.cost().daemonNanos().forEach((name, nanos) -> daemons.put(name, nanos / 1e9));
    Json json =
        new Json()
            .put("test", title.what())
            .put("size_bytes", title.sizeBytes())
            .put("concurrency", title.workers())
            .put("seconds", seconds())
            .put("operations", operations())
            .put("failures", measured.outcome().failures())
            .put("ops_per_second", rate())
            .put("bytes_per_second", rate() * title.sizeBytes())
            .put("latency_ms", latency)
            .put("client_cpu_ms_per_op", perOperation(measured.cost().own().cpuNanos()))
            .put("cluster_cpu_ms_per_op", daemons.isEmpty() ? null : perOperation(daemonNanos()))
            .put("client_cpu_nanos", Figures.cpuNanos(measured.cost().own()))
            .put("daemon_cpu_seconds", daemons)
            .put("osds", measured.cost().osds().values().stream().map(Figures::json).toList());
    if (title.what().equals("write")) {
      json.put("written_per_client_byte", new Amplification(title, measured).byCategory());
    }
    if (explained) {
      json.put("disk_bytes", measured.cost().diskBytes())
          .put("disk_bytes_per_second_at_rest", measured.restBytesPerSecond());
    }
    return json;
  }

  private static String name(double percentile) {
    return percentile == Math.rint(percentile)
        ? String.valueOf((int) percentile)
        : String.valueOf(percentile);
  }

  private Histogram latencies() {
    return measured.outcome().latencies();
  }

  private long daemonNanos() {
    return measured.cost().daemonNanos().values().stream().mapToLong(Long::longValue).sum();
  }

  private long operations() {
    return latencies().getTotalCount();
  }

  private double seconds() {
    return measured.outcome().elapsedNanos() / 1e9;
  }

  private double rate() {
    return operations() / Math.max(1e-9, seconds());
  }

  private double millis(double percentile) {
    return latencies().getValueAtPercentile(percentile) / 1e6;
  }

  private double perOperation(long nanos) {
    return nanos / 1e6 / Math.max(1, operations());
  }
}
