package io.pando.disk.raw.pipeline.worker;

/**
 * Takes items from a queue and processes them in steps. The caller decides when each step is taken.
 * Items may come from any thread.
 */
public interface Worker {
  /** Whether there is currently no next step. */
  boolean isIdle();

  /** Whether the next step must not wait for a larger batch. */
  boolean isUrgent();

  /**
   * Does work that need not wait for the next step, while the caller delays that step.
   *
   * @return whether there was any such work
   */
  default boolean attend() {
    return false;
  }

  /**
   * Recommended delay of the next step in nanoseconds, because a device had no space and the step
   * is a retry; 0 for no delay.
   */
  default long pauseNanos() {
    return 0;
  }

  /** Kind of the next step. */
  Phase phase();

  /** Takes the next step; the worker must not be idle. */
  void step();

  /** Whether the worker was told to end, and has ended. */
  boolean hasEnded();

  /** Kinds of steps. */
  enum Phase {
    /** Items are taken from the queue; nothing waits for a device, except to read. */
    SERVE,
    /** Bytes are written to a device. */
    WRITE,
    /** Written bytes are made durable. */
    FLUSH,
    /** The metadata take a batch. */
    COMMIT
  }
}
