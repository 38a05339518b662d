package io.pando.port;

import java.util.concurrent.Executor;

/**
 * The one thread on which a shard, a monitor service or a client lives. Everything its machines
 * receive arrives here, so their state needs no lock; nothing that runs here may block. In
 * production it is an event loop of the messenger, in the simulation the one loop of the whole
 * cluster. The methods may be called from any thread.
 */
public interface EventLoop extends Executor, Clock {
  /** Runs {@code task} on the loop after what is queued already. */
  @Override
  void execute(Runnable task);

  /** Runs {@code task} on the loop once {@code delayNanos} have passed, unless cancelled before. */
  Timer schedule(long delayNanos, Runnable task);

  /** A scheduled task. */
  interface Timer {
    /** Keeps the task from running, if it has not yet; harmless otherwise. */
    void cancel();
  }
}
