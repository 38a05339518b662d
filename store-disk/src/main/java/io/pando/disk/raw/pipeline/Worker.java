package io.pando.disk.raw.pipeline;

/**
 * Somebody who takes items from a queue and works on them, one step after another; who takes the
 * steps, and when, is somebody else's choice. Items may come from any thread.
 */
public interface Worker {
  /** Whether there is no next step, for now. */
  boolean isIdle();

  /** Whether the next step must not wait for more to come. */
  boolean isUrgent();

  /**
   * Does at once what need not wait for the next step, for somebody who waits with that.
   *
   * @return whether there was anything
   */
  default boolean attend() {
    return false;
  }

  /**
   * How long the next step had better wait, in nanoseconds: a device had no room, and the step is
   * tried again. 0: not at all.
   */
  default long pauseNanos() {
    return 0;
  }

  /** What the next step does. */
  Phase phase();

  /** Takes the next step; it must not be idle. */
  void step();

  /** Whether it was told to end, and has. */
  boolean hasEnded();

  /** Kinds of steps. */
  enum Phase {
    /** Items are taken from the queue; nothing waits for a device, unless something is read. */
    SERVE,
    /** Bytes are written to a device. */
    WRITE,
    /** What was written is made durable. */
    FLUSH,
    /** The metadata take a batch. */
    COMMIT
  }
}
