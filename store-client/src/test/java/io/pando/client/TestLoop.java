package io.pando.client;

import io.pando.port.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An event loop on a thread of its own. */
final class TestLoop implements EventLoop {
  static final String THREAD = "test-loop";

  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(1, task -> new Thread(task, THREAD));

  @Override
  public void execute(Runnable task) {
    executor.execute(task);
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    Future<?> scheduled = executor.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  void stop() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new AssertionError("the loop does not end");
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while the loop ends", e);
    }
  }
}
