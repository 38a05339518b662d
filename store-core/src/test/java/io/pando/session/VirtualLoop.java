package io.pando.session;

import io.pando.port.EventLoop;
import java.util.TreeMap;

/** An event loop under virtual time: tasks run when the test lets time pass. */
final class VirtualLoop implements EventLoop {
  private record Due(long nanos, long order) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final TreeMap<Due, Runnable> tasks = new TreeMap<>();
  private long nowNanos = 1_000;
  private long order;

  @Override
  public void execute(Runnable task) {
    schedule(0, task);
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    Due due = new Due(nowNanos + delayNanos, order++);
    tasks.put(due, task);
    return () -> tasks.remove(due);
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public long wallMillis() {
    return nowNanos / 1_000_000;
  }

  /** Advances the virtual time and runs the tasks that are due. */
  void run(long millis) {
    long end = nowNanos + millis * 1_000_000;
    while (!tasks.isEmpty() && tasks.firstKey().nanos() <= end) {
      var next = tasks.pollFirstEntry();
      nowNanos = next.getKey().nanos();
      next.getValue().run();
    }
    nowNanos = end;
  }
}
