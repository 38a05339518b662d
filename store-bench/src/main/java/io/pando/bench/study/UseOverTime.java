package io.pando.bench.study;

import io.pando.bench.study.plan.StudyResult.CpuPoint;
import io.pando.bench.trial.ProcessTotals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Samples what some processes use, on a thread of its own, until it is closed. */
final class UseOverTime implements AutoCloseable {
  private static final long PERIOD_MILLIS = 250;
  private static final int MOST_POINTS = 120;

  private final List<ProcessHandle> processes;
  private final List<Sample> samples = new ArrayList<>();
  private final Semaphore ended = new Semaphore(0);
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
  private final Thread thread;

  /** The use since the processes started, at a moment. */
  record Sample(long nanos, ProcessTotals totals) {}

  private UseOverTime(List<ProcessHandle> processes) {
    this.processes = processes;
    this.thread = Thread.ofPlatform().name("use").unstarted(this::sampleUntilEnded);
  }

  /** Begins with a sample at once. */
  static UseOverTime of(List<ProcessHandle> processes) throws IOException {
    UseOverTime use = new UseOverTime(processes);
    use.sample();
    use.thread.start();
    return use;
  }

  private void sampleUntilEnded() {
    try {
      while (!ended.tryAcquire(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        sample();
      }
      sample();
    } catch (IOException lost) {
      failure.set(lost);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void sample() throws IOException {
    ProcessTotals totals = ProcessTotals.of(processes);
    synchronized (samples) {
      samples.add(new Sample(System.nanoTime(), totals));
    }
  }

  /** All samples so far. */
  List<Sample> samples() {
    synchronized (samples) {
      return List.copyOf(samples);
    }
  }

  /** Takes a last sample. */
  @Override
  public void close() {
    ended.release();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return;
    }
    IOException lost = failure.get();
    if (lost != null) {
      throw new UncheckedIOException(lost);
    }
  }

  /** The last sample that is not later than a moment; the first if there is none. */
  static Sample at(List<Sample> samples, long nanos) {
    Sample found = samples.getFirst();
    for (Sample sample : samples) {
      if (sample.nanos <= nanos) {
        found = sample;
      }
    }
    return found;
  }

  /** Use of processors over time; spans are joined if there would be more than enough points. */
  static List<CpuPoint> curve(List<Sample> samples, long zeroNanos) {
    int step = Math.ceilDiv(Math.max(1, samples.size() - 1), MOST_POINTS);
    List<CpuPoint> points = new ArrayList<>();
    for (int i = step; i < samples.size(); i += step) {
      Sample from = samples.get(i - step);
      Sample to = samples.get(i);
      double cores =
          (to.totals.cpuNanos() - from.totals.cpuNanos()) / (double) (to.nanos - from.nanos);
      points.add(new CpuPoint(rounded((to.nanos - zeroNanos) / 1e9), rounded(cores)));
    }
    return points;
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
