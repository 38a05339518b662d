package io.pando.port;

import java.util.Optional;
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

  /**
   * Tells on the loop when a descriptor has something to read, as long as it has; not before {@link
   * Watching#enable}. Empty if this loop cannot do that.
   *
   * @param descriptor stays open until {@link Watching#end}, or the end of the loop
   */
  default Optional<Watching> watch(int descriptor, Readiness readiness) {
    return Optional.empty();
  }

  /** Takes what a loop reports about a descriptor. Called on the loop; must not block. */
  interface Readiness {
    /** There is something to read, or reading would fail. */
    void onReadable();

    /** The loop tells nothing more: it stops, or could not begin. Not called after the end. */
    void onLoopEnded();
  }

  /** A descriptor on a loop. Its methods are called on the loop. */
  interface Watching {
    /** Whether the loop reports from now on that there is something to read. */
    void enable(boolean enabled);

    /** The loop tells nothing more, and does not use the descriptor any more. */
    void end();
  }

  /** A scheduled task. */
  interface Timer {
    /** Prevents the task from running, if it has not run yet; harmless otherwise. */
    void cancel();
  }
}
