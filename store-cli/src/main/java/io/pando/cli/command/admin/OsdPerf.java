package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.output.Figures;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.client.Cluster;
import io.pando.cluster.OsdInfo;
import io.pando.id.OsdId;
import io.pando.report.OsdPerformance;
import io.pando.report.ProcessUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Prints performance counters of OSDs since their start, or between two readings. */
record OsdPerf(CommandContext context, Cluster cluster) {
  /** Prints the counters once; null selects all OSDs that are up. */
  void print(@Nullable OsdId only) {
    print(look(only));
  }

  /** Prints the counters repeatedly until this process is interrupted. */
  void watch(@Nullable OsdId only, Duration pause) throws InterruptedException {
    Map<OsdId, OsdPerformance> before = look(only);
    print(before);
    Semaphore end = new Semaphore(0);
    while (!end.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
      Map<OsdId, OsdPerformance> now = look(only);
      SortedMap<OsdId, OsdPerformance> between = new TreeMap<>();
      now.forEach((osd, it) -> between.put(osd, since(before.get(osd), it)));
      print(between);
      before.clear();
      before.putAll(now);
    }
  }

  /** Counters since the last reading; since its start for an OSD that was restarted. */
  private static OsdPerformance since(@Nullable OsdPerformance before, OsdPerformance now) {
    return before != null && before.process().process().equals(now.process().process())
        ? now.since(before)
        : now;
  }

  private SortedMap<OsdId, OsdPerformance> look(@Nullable OsdId only) {
    List<OsdId> osds =
        only != null
            ? List.of(only)
            : cluster.admin().map().osds().values().stream()
                .filter(OsdInfo::up)
                .map(OsdInfo::id)
                .toList();
    SortedMap<OsdId, OsdPerformance> found = new TreeMap<>();
    osds.forEach(osd -> found.put(osd, cluster.admin().performance(osd)));
    return found;
  }

  private void print(Map<OsdId, OsdPerformance> performances) {
    context.print(
        () -> performances.values().stream().map(Figures::json).toList(),
        () -> performances.values().forEach(this::print));
  }

  private void print(OsdPerformance performance) {
    ProcessUse process = performance.process();
    context.printf(
        "%s  process %s, heap %s of %s, %d pauses of %d ms, the longest %d ms",
        performance.osd(),
        process.process(),
        ByteSize.format(process.heap().heapUsedBytes()),
        ByteSize.format(process.heap().heapMaxBytes()),
        process.pauses().collections(),
        process.pauses().pausedNanos() / 1_000_000,
        process.pauses().longestPauseNanos() / 1_000_000);
    line("operations", Figures.operations(performance.served()), String::valueOf);
    line("bytes", Figures.bytes(performance.served()), ByteSize::format);
    line("written", Figures.writtenBytes(performance.store().written()), ByteSize::format);
    context.printf(
        "  %-12s%d writes, %d flushes",
        "device",
        performance.store().written().calls().writes(),
        performance.store().written().calls().flushes());
    line("repairs", Figures.repairs(performance.repairs()), String::valueOf);
    line("looked up", Figures.lookups(performance.store().lookups()), String::valueOf);
    performance.store().traits().forEach((name, value) -> context.printf("  %-12s%s", name, value));
    line("cpu s", Figures.cpuNanos(process), it -> String.format(Locale.ROOT, "%.2f", it / 1e9));
    Table stages = new Table().left("  stage").right("times", "mean ms", "p50", "p99");
    Figures.stages(performance.store().stages())
        .forEach((stage, of) ->
            stages.row(
                "  " + stage,
                String.format(Locale.ROOT, "%.0f", of.get("count")),
                millis(of, "mean"),
                millis(of, "p50"),
                millis(of, "p99")));
    stages.print(context.console().out());
  }

  private static String millis(Map<String, Double> figures, String name) {
    return String.format(Locale.ROOT, "%.3f", figures.getOrDefault(name, 0.0) / 1e3);
  }

  private void line(String title, Map<String, Long> figures, LongFunction<String> wording) {
    List<String> words = new ArrayList<>();
    figures.forEach((name, figure) -> words.add(name + " " + wording.apply(figure)));
    context.printf("  %-12s%s", title, String.join(", ", words));
  }
}
