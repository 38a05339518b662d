package io.pando.osd.traffic;

import io.pando.port.EventLoop;
import java.util.TreeMap;

/** A loop whose time a test lets pass; what is due runs then, in order. */
public final class HandLoop implements EventLoop {
  private record Due(long nanos, long order) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final TreeMap<Due, Runnable> tasks = new TreeMap<>();
  private long nowNanos = 1_000_000_000_000L;
  private long order;

  @Override
  public void execute(Runnable task) {
    Timer _ = schedule(0, task);
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

  /** Whether nothing is to come. */
  public boolean isIdle() {
    return tasks.isEmpty();
  }

  /** Does the next of what is due. */
  public void step() {
    if (!tasks.isEmpty() && tasks.firstKey().nanos() <= nowNanos) {
      tasks.pollFirstEntry().getValue().run();
    }
  }

  /** Nothing of what is to come happens: the process ends. */
  public void crash() {
    tasks.clear();
  }

  /** Time passes. */
  public void pass(long nanos) {
    long end = nowNanos + nanos;
    while (!tasks.isEmpty() && tasks.firstKey().nanos() <= end) {
      var next = tasks.pollFirstEntry();
      nowNanos = next.getKey().nanos();
      next.getValue().run();
    }
    nowNanos = end;
  }
}
