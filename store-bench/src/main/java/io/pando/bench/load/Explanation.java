package io.pando.bench.load;

import io.pando.cli.command.CommandContext;
import io.pando.cli.output.Table;
import io.pando.cli.text.ByteSize;
import io.pando.report.Durations;
import io.pando.report.OsdPerformance;
import io.pando.report.ProcessUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Breakdown of time, processor time and bytes of a load's operations. */
record Explanation(BenchReport.Title title, Measured measured) {
  private static final String FIGURE = "%.3f";

  void print(CommandContext context) {
    printTimes(context);
    printCpu(context);
    if (title.what().equals("write")) {
      printBytes(context);
    }
  }

  private void printTimes(CommandContext context) {
    SortedMap<String, Durations> stages = new TreeMap<>();
    for (OsdPerformance osd : measured.cost().osds().values()) {
      osd.store().stages().forEach((stage, times) -> stages.merge(stage, times, Durations::plus));
    }
    double clientNanos = measured.outcome().latencies().getMean();
    double primaryNanos = stages.getOrDefault(title.what(), Durations.NONE).meanNanos();
    context.print("time, ms");
    Table table = new Table().left("").right("times", "mean", "p50", "p99");
    table.row(
        "  client, from call to answer",
        measured.outcome().latencies().getTotalCount(),
        millis(clientNanos),
        millis((double) measured.outcome().latencies().getValueAtPercentile(50)),
        millis((double) measured.outcome().latencies().getValueAtPercentile(99)));
    table.row(
        "  outside the primary: client, network, queue of its event loop",
        "",
        millis(clientNanos - primaryNanos),
        "",
        "");
    words()
        .forEach((stage, what) -> {
          Durations times = stages.getOrDefault(stage, Durations.NONE);
          if (times.count() > 0) {
            table.row(
                "  " + what,
                times.count(),
                millis(times.meanNanos()),
                millis((double) times.percentileNanos(50)),
                millis((double) times.percentileNanos(99)));
          }
        });
    table.print(context.console().out());
  }

  private Map<String, String> words() {
    Map<String, String> words = new LinkedHashMap<>();
    if (title.what().equals("read")) {
      words.put("read", "primary, from arrival to answer");
      return words;
    }
    words.put("write", "primary, from arrival to answer");
    words.put("write.order", "  until it is ordered");
    words.put("write.local", "  from then until it is durable on the primary");
    words.put("write.replicas", "  from then until it is durable on all members");
    words.put("persist", "any member: transaction in its store until it is durable");
    words.put("store.wait", "  waits for the storage thread");
    words.put("store.apply", "  is applied");
    words.put("store.log", "batch: the log is written and flushed");
    words.put("store.data", "batch: data are written and flushed");
    words.put("store.metadata", "batch: metadata are committed");
    return words;
  }

  private void printCpu(CommandContext context) {
    SortedMap<String, ProcessUse> processes = new TreeMap<>();
    measured
        .cost()
        .osds()
        .values()
        .forEach(osd -> processes.putIfAbsent(osd.process().process(), osd.process()));
    SortedMap<String, Long> osdThreads = new TreeMap<>();
    long osdNanos = 0;
    for (ProcessUse process : processes.values()) {
      process.threadNanos().forEach((group, nanos) -> osdThreads.merge(group, nanos, Long::sum));
      osdNanos += process.cpuNanos();
    }
    SortedMap<String, Long> ownThreads = measured.cost().own().threadNanos();
    SortedSet<String> groups = new TreeSet<>(ownThreads.keySet());
    groups.addAll(osdThreads.keySet());
    context.print("processor time, ms per operation");
    Table table = new Table().left("");
    groups.forEach(table::right);
    table.right("all");
    table.row(row("  client", groups, ownThreads, measured.cost().own().cpuNanos()));
    table.row(row("  OSDs, " + processes.size() + " processes", groups, osdThreads, osdNanos));
    List<Long> monitors =
        measured.cost().daemonNanos().entrySet().stream()
            .filter(daemon -> daemon.getKey().startsWith("mon."))
            .map(Map.Entry::getValue)
            .toList();
    if (!monitors.isEmpty()) {
      List<Object> row = new ArrayList<>(List.of("  monitors, " + monitors.size() + " processes"));
      groups.forEach(_ -> row.add(""));
      row.add(perOperation(monitors.stream().mapToLong(Long::longValue).sum()));
      table.row(row.toArray());
    }
    table.print(context.console().out());
    context.print(
        "  An OSD is the primary of some operations and a replica of others; its time is the sum.");
  }

  private Object[] row(String who, SortedSet<String> groups, Map<String, Long> nanos, long all) {
    List<Object> row = new ArrayList<>();
    row.add(who);
    groups.forEach(group -> row.add(perOperation(nanos.getOrDefault(group, 0L))));
    row.add(perOperation(all));
    return row.toArray();
  }

  private String perOperation(long nanos) {
    long operations = Math.max(1, measured.outcome().latencies().getTotalCount());
    return String.format(Locale.ROOT, FIGURE, nanos / 1e6 / operations);
  }

  private void printBytes(CommandContext context) {
    Amplification amplification = new Amplification(title, measured);
    context.print("bytes written per byte of clients");
    Table table = new Table().left("");
    List<Object> row = new ArrayList<>(List.of("  OSDs' account"));
    amplification
        .byCategory()
        .forEach((category, share) -> {
          table.right(category);
          row.add(String.format(Locale.ROOT, FIGURE, share));
        });
    table.row(row.toArray());
    table.print(context.console().out());
    if (measured.cost().diskBytes().isEmpty()) {
      context.print("  The disks of the data are not on this machine, or have no counters.");
      return;
    }
    context.printf(
        "  disk %s: " + FIGURE,
        String.join(", ", measured.cost().diskBytes().keySet()),
        amplification.ofDisks());
    double share = measured.restShare(amplification.diskBytes());
    context.printf(
        "  %s/s were written to it before, while the cluster was idle: %s",
        ByteSize.format((long) measured.restBytes()),
        share > 0.03
            ? String.format(
                Locale.ROOT, "other programs use it, and %.0f %% may be theirs", share * 100)
            : "other programs hardly use it");
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, FIGURE, nanos / 1e6);
  }
}
