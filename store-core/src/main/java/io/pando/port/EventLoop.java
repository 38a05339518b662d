package io.pando.port;

import java.util.concurrent.Executor;

/**
 * The thread on which a shard, a monitor service or a client runs. Its machines receive all inputs
 * on this thread, so their state needs no lock. Tasks on it must not block. In production it is an
 * event loop of the messenger, in the simulation the single loop of the whole cluster. The methods
 * may be called from any thread.
 */
public interface EventLoop extends Executor, Clock {
  /** Runs {@code task} on the loop after the tasks that are already queued. */
  @Override
  void execute(Runnable task);

  /** Runs {@code task} on the loop after {@code delayNanos}, unless it is cancelled before. */
  Timer schedule(long delayNanos, Runnable task);

  /** A scheduled task. */
  interface Timer {
    /** Prevents the task from running, if it has not run yet; harmless otherwise. */
    void cancel();
  }
}
