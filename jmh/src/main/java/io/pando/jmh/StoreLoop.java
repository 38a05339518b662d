package io.pando.jmh;

import io.pando.port.EventLoop;
import java.util.concurrent.LinkedBlockingQueue;

/** An event loop that the measuring thread turns itself; it has no timers. */
final class StoreLoop implements EventLoop {
  private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    throw new UnsupportedOperationException("a store needs no timers");
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  /** Runs one task, and waits for it if there is none. */
  void turn() throws InterruptedException {
    tasks.take().run();
  }
}
