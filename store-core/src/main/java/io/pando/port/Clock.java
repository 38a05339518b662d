package io.pando.port;

/** Two clocks: one for durations, one for times that people read. */
public interface Clock {
  /** Monotonic time in nanoseconds from an arbitrary origin; only differences mean anything. */
  long nanoTime();

  /**
   * Wall-clock time, milliseconds since 1970 UTC: for stamps that people read, never for decisions.
   */
  long wallMillis();
}
