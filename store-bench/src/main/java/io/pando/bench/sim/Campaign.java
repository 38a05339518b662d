package io.pando.bench.sim;

import io.pando.sim.audit.Violation;
import io.pando.sim.plan.Profile;
import io.pando.sim.run.RunOutcome;
import io.pando.sim.run.RunTotals;
import io.pando.sim.run.SeedRun;
import io.pando.sim.run.TraceView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Runs many seeds, each on its own thread, several at a time. */
final class Campaign {
  private final Order order;
  private final RunTotals totals = new RunTotals();
  private final AtomicLong next;
  private final long startNanos = System.nanoTime();
  private volatile boolean stopped;

  /**
   * What to run.
   *
   * @param seeds the last may be {@link Long#MAX_VALUE}: as many as the time allows
   * @param limitNanos time after which no seed except the first is started; 0: no limit
   * @param jobs seeds at a time
   * @param verify whether each seed is run twice and must give the same result
   * @param trace part of the trace to keep
   */
  record Order(
      Profile profile,
      SeedRange seeds,
      long limitNanos,
      int jobs,
      boolean verify,
      TraceView trace) {}

  Campaign(Order order) {
    this.order = order;
    this.next = new AtomicLong(order.seeds().first());
  }

  Order order() {
    return order;
  }

  /** The results so far. */
  RunTotals.Sum sum() {
    return totals.sum();
  }

  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** Starts no further seed. */
  void stop() {
    stopped = true;
  }

  /**
   * Runs all seeds.
   *
   * @param listener called with every outcome, from several threads
   */
  void run(Consumer<RunOutcome> listener) throws InterruptedException, ExecutionException {
    inParallel(Collections.nCopies(order.jobs(), listener), this::work);
  }

  /** Runs the work of each worker on a thread of its own, and waits for all; rethrows a failure. */
  static <T> void inParallel(List<T> workers, Consumer<T> work)
      throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(workers.size())) {
      List<Future<?>> running = new ArrayList<>();
      workers.forEach(worker -> running.add(threads.submit(() -> work.accept(worker))));
      for (Future<?> job : running) {
        job.get();
      }
    }
  }

  private void work(Consumer<RunOutcome> listener) {
    long seed = next.getAndIncrement();
    while (seed <= order.seeds().last() && goesOn(seed)) {
      RunOutcome outcome = run(seed);
      totals.add(outcome);
      listener.accept(outcome);
      seed = next.getAndIncrement();
    }
  }

  /** Whether another seed may start. The first one is run however short the time is. */
  private boolean goesOn(long seed) {
    return !stopped
        && (order.limitNanos() == 0
            || seed == order.seeds().first()
            || System.nanoTime() - startNanos < order.limitNanos());
  }

  private RunOutcome run(long seed) {
    RunOutcome outcome = SeedRun.of(seed, order.profile(), order.trace());
    if (order.verify()) {
      RunOutcome again = SeedRun.of(seed, order.profile(), TraceView.last(0));
      if (again.traced().hash() != outcome.traced().hash()) {
        outcome
            .violations()
            .add(
                new Violation(
                    Violation.Kind.NOT_REPEATABLE,
                    "the trace hash is %x, and %x the second time"
                        .formatted(outcome.traced().hash(), again.traced().hash())));
      }
    }
    return outcome;
  }
}
