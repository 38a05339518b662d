package io.pando.mon.service;

import io.pando.port.EventLoop;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/** A loop on which time passes when the test says so. */
final class HandDrivenLoop implements EventLoop {
  private static final long START_MILLIS = 1_700_000_000_000L;

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNanos).thenComparingLong(Task::number));
  private long nowNanos;
  private long numbers;

  private record Task(long atNanos, long number, Runnable body) {}

  /** Lets time pass, and runs the tasks that become due. */
  void pass(long millis) {
    long until = nowNanos + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!tasks.isEmpty() && tasks.peek().atNanos() <= until) {
      Task next = tasks.remove();
      nowNanos = Math.max(nowNanos, next.atNanos());
      next.body().run();
    }
    nowNanos = until;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(new Task(nowNanos, numbers++, task));
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    Task scheduled = new Task(nowNanos + delayNanos, numbers++, task);
    tasks.add(scheduled);
    return () -> tasks.remove(scheduled);
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public long wallMillis() {
    return START_MILLIS + TimeUnit.NANOSECONDS.toMillis(nowNanos);
  }
}
