package io.pando.cli.command.bench;

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
 * Operations one after the other from several workers at once, at least one from each, until the
 * time is over. A worker is no thread: where one operation completes, its next is started.
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
     * Starts it; must not block.
     *
     * @param worker from 0
     * @param turn of that worker, from 0
     */
    CompletableFuture<?> start(int worker, long turn);
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

  /**
   * A connection that suits a load: what an operation's end leads to happens on the client's event
   * loop, since it does not block.
   */
  public static Cluster connect(ClusterConfig config) {
    return Pando.connect(CommandContext.client(config), Runnable::run);
  }

  /** Runs it until the time is over. */
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

  /** When it is interrupted, nothing is started any more, and what is under way is waited for. */
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

  /** One operation at a time: what it keeps goes from the thread of one to that of the next. */
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

    /** Starts no operation any more. */
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

    /** Works until an operation has to be waited for; its end calls this again. */
    void goOn() {
      try {
        work();
      } catch (RuntimeException | AssertionError failure) {
        // At an operation's end nobody else would hear of it.
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
