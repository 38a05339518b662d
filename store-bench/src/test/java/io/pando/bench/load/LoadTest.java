package io.pando.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static final int WORKERS = 3;
  private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(50);

  @Test
  void everyWorkerHasOneOperationUnderWayAndCountsItsTurns() throws InterruptedException {
    AtomicInteger started = new AtomicInteger();
    Set<Integer> underWay = Collections.synchronizedSet(new HashSet<>());
    Set<String> turns = Collections.synchronizedSet(new HashSet<>());
    try (ExecutorService elsewhere = Executors.newSingleThreadExecutor()) {
      Load.Outcome outcome =
          new Load(WORKERS, SHORT)
              .run((worker, turn) -> {
                started.incrementAndGet();
                assertThat(underWay.add(worker)).as("worker %s is idle", worker).isTrue();
                assertThat(turns.add(worker + "/" + turn)).isTrue();
                return CompletableFuture.runAsync(() -> underWay.remove(worker), elsewhere);
              });
      assertThat(outcome.latencies().getTotalCount()).isEqualTo(started.get());
      assertThat(outcome.failures()).isZero();
      assertThat(turns).contains("0/0", "1/0", "2/0");
    }
  }

  @Test
  void whatIsDoneAtOnceNeedsNoDepth() throws InterruptedException {
    Load.Outcome outcome =
        new Load(1, SHORT).run((_, _) -> CompletableFuture.completedFuture("done"));
    assertThat(outcome.latencies().getTotalCount()).isPositive();
  }

  @Test
  void whatIsThrownBehindAnOperationIsNotLost() {
    try (ExecutorService elsewhere = Executors.newSingleThreadExecutor()) {
      Load load = new Load(1, TimeUnit.DAYS.toNanos(1));
      assertThatThrownBy(() ->
              load.run((_, turn) -> {
                if (turn == 1) {
                  throw new IllegalArgumentException("turn 1");
                }
                return CompletableFuture.runAsync(() -> {}, elsewhere);
              }))
          .hasRootCauseMessage("turn 1");
      assertThatThrownBy(() ->
              load.run(
                  (_, _) -> CompletableFuture.failedFuture(new IllegalStateException("broken"))))
          .hasRootCauseMessage("broken");
    }
  }
}
