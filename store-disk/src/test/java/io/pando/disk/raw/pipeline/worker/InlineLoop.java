package io.pando.disk.raw.pipeline.worker;

import io.pando.port.EventLoop;
import java.util.ArrayList;
import java.util.List;

/** An owner's loop that runs tasks at once. */
public final class InlineLoop implements EventLoop {
  private final List<Runnable> due = new ArrayList<>();
  private final List<Long> delays = new ArrayList<>();

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    delays.add(delayNanos);
    due.add(task);
    return () -> due.remove(task);
  }

  /** Delays of the timers scheduled since the last time. */
  public List<Long> delays() {
    List<Long> all = List.copyOf(delays);
    delays.clear();
    return all;
  }

  /** Runs all scheduled timers. */
  public void pass() {
    List<Runnable> all = List.copyOf(due);
    due.clear();
    all.forEach(Runnable::run);
  }

  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public long wallMillis() {
    return 0;
  }
}
