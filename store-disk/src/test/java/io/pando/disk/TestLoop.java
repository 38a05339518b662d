package io.pando.disk;

import io.pando.port.EventLoop;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * An event loop that the test itself turns, on its own thread. Tasks may come from other threads.
 * Its time is virtual: it jumps to the next timer when there are no tasks.
 */
public final class TestLoop implements EventLoop {
  private record Due(long atNanos, long order, Runnable task) {}

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final PriorityQueue<Due> timers =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNanos).thenComparingLong(Due::order));
  private long nowNanos;
  private long scheduled;

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    Due due = new Due(nowNanos + delayNanos, scheduled++, task);
    timers.add(due);
    return () -> timers.remove(due);
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public long wallMillis() {
    return nowNanos / 1_000_000;
  }

  /** Turns until the condition holds; fails after a minute. */
  public void runUntil(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("the condition did not come true within a minute");
      }
      turn();
    }
  }

  private void turn() {
    Runnable task = tasks.poll();
    if (task == null && !timers.isEmpty()) {
      Due due = timers.remove();
      nowNanos = Math.max(nowNanos, due.atNanos());
      task = due.task();
    }
    if (task == null) {
      task = await();
    }
    task.run();
  }

  private Runnable await() {
    try {
      Runnable task = tasks.poll(100, TimeUnit.MILLISECONDS);
      return task == null ? () -> {} : task;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
