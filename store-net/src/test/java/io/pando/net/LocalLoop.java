package io.pando.net;

import io.pando.port.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** An event loop on a thread of its own. Tasks submitted after it stopped are dropped. */
final class LocalLoop implements EventLoop {
  private final ScheduledThreadPoolExecutor thread;

  LocalLoop(ThreadFactory threads) {
    this.thread = new ScheduledThreadPoolExecutor(1, threads);
    thread.setRemoveOnCancelPolicy(true);
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public void execute(Runnable task) {
    schedule(0, task);
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    try {
      Future<?> scheduled =
          thread.schedule(new GuardedTask(task), delayNanos, TimeUnit.NANOSECONDS);
      return () -> scheduled.cancel(false);
    } catch (RejectedExecutionException e) {
      return () -> {};
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  /** Stops the loop and waits for its end; not to be called on the loop itself. */
  void stop() {
    thread.shutdownNow();
    boolean interrupted = false;
    while (true) {
      try {
        if (thread.awaitTermination(1, TimeUnit.MINUTES)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
