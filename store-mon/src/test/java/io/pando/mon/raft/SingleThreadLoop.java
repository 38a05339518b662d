package io.pando.mon.raft;

import io.pando.port.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A real loop on one thread. */
final class SingleThreadLoop implements EventLoop, AutoCloseable {
  private final ScheduledThreadPoolExecutor executor;

  SingleThreadLoop(String name) {
    executor =
        new ScheduledThreadPoolExecutor(
            1, body -> Thread.ofPlatform().daemon().name(name).unstarted(body));
    executor.setRemoveOnCancelPolicy(true);
  }

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

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
