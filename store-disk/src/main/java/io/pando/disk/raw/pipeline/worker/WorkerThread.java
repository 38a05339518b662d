package io.pando.disk.raw.pipeline.worker;

import java.util.concurrent.locks.LockSupport;

/** A thread that takes a worker's steps, and sleeps while there are none. */
public final class WorkerThread implements Runnable {
  private final Worker worker;
  private final long patienceNanos;
  private final Thread thread;
  private volatile boolean asleep;

  /**
   * A thread that is not started yet.
   *
   * @param patienceNanos how long it waits for more items if nothing is urgent
   */
  public WorkerThread(Worker worker, long patienceNanos, String name) {
    this.worker = worker;
    this.patienceNanos = patienceNanos;
    this.thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this);
  }

  public void start() {
    thread.start();
  }

  /** Signals that there may be something to do. From any thread. */
  public void wake() {
    if (asleep) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void run() {
    while (!worker.hasEnded()) {
      if (worker.isIdle()) {
        sleepUntilWork();
      } else if (worker.pauseNanos() > 0) {
        pause();
        worker.step();
      } else if (worker.isUrgent()) {
        worker.step();
      } else {
        gather();
      }
    }
  }

  /**
   * Sleeps until there is work. The flag is set before the last check, since a caller of {@link
   * #wake} wakes the thread only if the flag is set.
   */
  private void sleepUntilWork() {
    asleep = true;
    while (worker.isIdle()) {
      LockSupport.park(this);
    }
    asleep = false;
  }

  /** Waits before a step is retried, and does the work that need not wait for it. */
  private void pause() {
    long end = System.nanoTime() + worker.pauseNanos();
    asleep = true;
    for (long left = worker.pauseNanos(); left > 0; left = end - System.nanoTime()) {
      if (!worker.attend()) {
        LockSupport.parkNanos(this, left);
      }
    }
    asleep = false;
  }

  /** Waits for more items before a step, unless the step is urgent. */
  private void gather() {
    long end = System.nanoTime() + patienceNanos;
    long left = patienceNanos;
    asleep = true;
    while (left > 0 && !worker.isUrgent() && !worker.isIdle()) {
      if (!worker.attend()) {
        LockSupport.parkNanos(this, left);
      }
      left = end - System.nanoTime();
    }
    asleep = false;
    if (left <= 0 && !worker.isIdle()) {
      worker.step();
    }
  }

  /** Waits until the worker has ended. */
  public void join() throws InterruptedException {
    // Thread.join does not notice an interrupt if the thread has ended; whether it has is chance.
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    thread.join();
  }
}
