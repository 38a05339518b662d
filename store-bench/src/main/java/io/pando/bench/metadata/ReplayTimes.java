package io.pando.bench.metadata;

import io.pando.sim.scale.ReplayRun;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How long one thread takes to read and apply a journal: the first time, when little of that is
 * compiled, and the median of the later times. Processor time does not depend on other load.
 *
 * @param rows rows in memory afterwards
 */
record ReplayTimes(
    long rows,
    double firstSeconds,
    double firstProcessorSeconds,
    double medianSeconds,
    double medianProcessorSeconds) {

  static ReplayTimes of(ReplayRun run, int rounds) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    List<Double> seconds = new ArrayList<>();
    List<Double> processorSeconds = new ArrayList<>();
    long rows = 0;
    for (int i = 0; i < rounds; i++) {
      long beganNanos = System.nanoTime();
      long beganProcessorNanos = threads.getCurrentThreadCpuTime();
      rows = run.replay();
      processorSeconds.add(seconds(threads.getCurrentThreadCpuTime() - beganProcessorNanos));
      seconds.add(seconds(System.nanoTime() - beganNanos));
    }
    return new ReplayTimes(
        rows,
        seconds.getFirst(),
        processorSeconds.getFirst(),
        median(seconds.subList(1, rounds)),
        median(processorSeconds.subList(1, rounds)));
  }

  private static double seconds(long nanos) {
    return (double) nanos / TimeUnit.SECONDS.toNanos(1);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
