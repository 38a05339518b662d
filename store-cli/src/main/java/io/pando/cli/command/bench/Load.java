package io.pando.cli.command.bench;

import io.pando.client.PandoException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Operations one after the other from several workers at once, until the time is over.
 *
 * @param workers how many at a time
 * @param durationNanos for how long
 */
public record Load(int workers, long durationNanos) {
  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int DIGITS = 3;

  /** One operation. */
  public interface Operation {
    /**
     * Does it.
     *
     * @param worker from 0
     * @param turn of that worker, from 0
     */
    void run(int worker, long turn);
  }

  /**
   * What came of it.
   *
   * @param latencies nanoseconds of each operation that succeeded
   * @param failures operations that did not
   * @param firstFailure what the first of them said; empty if there is none
   * @param elapsedNanos from the first start to the last end
   */
  public record Outcome(
      Histogram latencies, long failures, String firstFailure, long elapsedNanos) {}

  /** Runs it until the time is over. */
  public Outcome run(Operation operation) throws InterruptedException {
    long startNanos = System.nanoTime();
    Histogram total = new Histogram(HIGHEST_NANOS, DIGITS);
    long failures = 0;
    String firstFailure = "";
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Worker>> running = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        Worker worker = new Worker(i, new Histogram(HIGHEST_NANOS, DIGITS));
        running.add(threads.submit(() -> worker.work(operation, startNanos + durationNanos)));
      }
      for (Future<Worker> future : running) {
        Worker worker = result(future);
        total.add(worker.latencies);
        failures += worker.failures;
        firstFailure = firstFailure.isEmpty() ? worker.firstFailure : firstFailure;
      }
    }
    return new Outcome(total, failures, firstFailure, System.nanoTime() - startNanos);
  }

  private static Worker result(Future<Worker> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }

  private static final class Worker {
    private final int number;
    private final Histogram latencies;
    private long failures;
    private String firstFailure = "";

    Worker(int number, Histogram latencies) {
      this.number = number;
      this.latencies = latencies;
    }

    Worker work(Operation operation, long deadlineNanos) {
      for (long turn = 0; System.nanoTime() < deadlineNanos; turn++) {
        long beganNanos = System.nanoTime();
        try {
          operation.run(number, turn);
          latencies.recordValue(Math.min(HIGHEST_NANOS, System.nanoTime() - beganNanos));
        } catch (PandoException failure) {
          failures++;
          firstFailure =
              firstFailure.isEmpty() ? String.valueOf(failure.getMessage()) : firstFailure;
        }
      }
      return this;
    }
  }
}
