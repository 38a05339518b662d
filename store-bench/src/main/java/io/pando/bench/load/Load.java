package io.pando.bench.load;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.Pando;
import io.pando.client.PandoException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A load of successive operations from several workers at once, at least one from each, until the
 * time is over. A worker is not a thread: when one operation completes, the next one is started on
 * the completing thread.
 *
 * @param workers number of operations at a time
 * @param durationNanos duration of the load
 */
public record Load(int workers, long durationNanos) {
  private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int DIGITS = 3;

  /** One operation. */
  public interface Operation {
    /**
     * Starts the operation; must not block.
     *
     * @param worker number of the worker, from 0
     * @param turn number of the worker's operation, from 0
     */
    CompletableFuture<?> start(int worker, long turn);
  }

  /**
   * Results of a load.
   *
   * @param latencies latencies of the operations that succeeded, in nanoseconds
   * @param failures number of operations that failed
   * @param firstFailure message of the first failure; empty if there is none
   * @param elapsedNanos time from the first start to the last end
   */
  public record Outcome(
      Histogram latencies, long failures, String firstFailure, long elapsedNanos) {}

  /**
   * A connection for a load: dependent stages run on the client's event loop, since they do not
   * block.
   */
  public static Cluster connect(ClusterConfig config) {
    return Pando.connect(CommandContext.client(config), Runnable::run);
  }

  /** Runs the operation until the time is over. */
  public Outcome run(Operation operation) throws InterruptedException {
    long startNanos = System.nanoTime();
    List<Worker> started = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      Worker worker = new Worker(operation, i, startNanos + durationNanos);
      started.add(worker);
      worker.goOn();
    }
    awaitAll(started);
    Histogram total = new Histogram(HIGHEST_NANOS, DIGITS);
    long failures = 0;
    String firstFailure = "";
    for (Worker worker : started) {
      total.add(worker.latencies);
      failures += worker.failures;
      firstFailure = firstFailure.isEmpty() ? worker.firstFailure : firstFailure;
    }
    return new Outcome(total, failures, firstFailure, System.nanoTime() - startNanos);
  }

  /**
   * Waits for the workers. If interrupted, lets them start no further operation, and waits for the
   * operations in flight.
   */
  private static void awaitAll(List<Worker> workers) throws InterruptedException {
    try {
      for (Worker worker : workers) {
        worker.await();
      }
    } catch (InterruptedException interrupted) {
      workers.forEach(Worker::stop);
      for (Worker worker : workers) {
        worker.await();
      }
      throw interrupted;
    }
  }

  /**
   * Runs one operation at a time. Its state passes from the thread of one operation to that of the
   * next.
   */
  private static final class Worker {
    private final Operation operation;
    private final int number;
    private final long deadlineNanos;
    private final CompletableFuture<Long> turns = new CompletableFuture<>();
    private final Histogram latencies = new Histogram(HIGHEST_NANOS, DIGITS);
    private volatile boolean stopped;
    private long turn;
    private long failures;
    private String firstFailure = "";

    Worker(Operation operation, int number, long deadlineNanos) {
      this.operation = operation;
      this.number = number;
      this.deadlineNanos = deadlineNanos;
    }

    /** Starts no further operation. */
    void stop() {
      stopped = true;
    }

    void await() throws InterruptedException {
      try {
        turns.get();
      } catch (ExecutionException failed) {
        throw new IllegalStateException(failed.getCause());
      }
    }

    /**
     * Starts operations until one does not complete at once; its completion calls this method
     * again.
     */
    void goOn() {
      try {
        work();
      } catch (RuntimeException | AssertionError failure) {
        // Without this, an exception in a completion would be lost.
        turns.completeExceptionally(failure);
      }
    }

    private void work() {
      while (true) {
        long beganNanos = System.nanoTime();
        if (stopped || (turn > 0 && beganNanos >= deadlineNanos) || turns.isDone()) {
          turns.complete(turn);
          return;
        }
        CompletableFuture<?> running = operation.start(number, turn++);
        if (!running.isDone()) {
          var _ =
              running.whenComplete((_, failure) -> {
                ended(beganNanos, failure);
                goOn();
              });
          return;
        }
        ended(beganNanos, running.isCompletedExceptionally() ? running.exceptionNow() : null);
      }
    }

    private void ended(long beganNanos, @Nullable Throwable failure) {
      switch (failure) {
        case null -> latencies.recordValue(Math.min(HIGHEST_NANOS, System.nanoTime() - beganNanos));
        case PandoException said -> {
          failures++;
          firstFailure = firstFailure.isEmpty() ? String.valueOf(said.getMessage()) : firstFailure;
        }
        case CompletionException wrapped -> ended(beganNanos, wrapped.getCause());
        default -> turns.completeExceptionally(failure);
      }
    }
  }
}
