package io.pando.bench.metadata;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long one thread takes to read and apply a journal: the first time, and the median of the
 * later times. Processor time of the thread depends less on other load; that of the process has the
 * JVM's compilers and collector, too.
 *
 * @param rows rows in memory afterwards
 */
record ReplayTimes(long rows, Times first, Times median) {
  /** Of one replay, or medians of each. */
  record Times(double seconds, double threadSeconds, double processSeconds) {
    private static Times median(List<Times> all) {
      return new Times(
          middle(all.stream().map(Times::seconds).toList()),
          middle(all.stream().map(Times::threadSeconds).toList()),
          middle(all.stream().map(Times::processSeconds).toList()));
    }

    private static double middle(List<Double> values) {
      return values.stream().sorted().toList().get(values.size() / 2);
    }

    private String line() {
      return seconds + " " + threadSeconds + " " + processSeconds;
    }
  }

  /**
   * Measures.
   *
   * @param successors makes a successor that replays, and returns the number of its rows
   * @param rounds at least 2
   */
  static ReplayTimes of(LongSupplier successors, int rounds) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    List<Times> times = new ArrayList<>();
    long rows = 0;
    for (int i = 0; i < rounds; i++) {
      long beganNanos = System.nanoTime();
      long beganThreadNanos = threads.getCurrentThreadCpuTime();
      long beganProcessNanos = processNanos();
      rows = successors.getAsLong();
      long processNanos = processNanos() - beganProcessNanos;
      long threadNanos = threads.getCurrentThreadCpuTime() - beganThreadNanos;
      times.add(
          new Times(
              seconds(System.nanoTime() - beganNanos),
              seconds(threadNanos),
              seconds(processNanos)));
    }
    return new ReplayTimes(rows, times.getFirst(), Times.median(times.subList(1, rounds)));
  }

  private static long processNanos() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(duration -> duration.toNanos())
        .orElse(0L);
  }

  private static double seconds(long nanos) {
    return (double) nanos / TimeUnit.SECONDS.toNanos(1);
  }

  /** As a line of text, for {@link #parse}. */
  String line() {
    return rows + " " + first.line() + " " + median.line();
  }

  static ReplayTimes parse(String line) {
    String[] words = line.split(" ");
    return new ReplayTimes(Long.parseLong(words[0]), times(words, 1), times(words, 4));
  }

  private static Times times(String[] words, int at) {
    return new Times(
        Double.parseDouble(words[at]),
        Double.parseDouble(words[at + 1]),
        Double.parseDouble(words[at + 2]));
  }
}
