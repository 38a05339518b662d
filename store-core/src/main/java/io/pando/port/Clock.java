package io.pando.port;

/** The two clocks: one to measure durations by, one to tell people the time. */
public interface Clock {
  /** Monotonic time in nanoseconds from an arbitrary origin; only differences mean anything. */
  long nanoTime();

  /**
   * Wall-clock time, milliseconds since 1970 UTC: for stamps that people read, never for decisions.
   */
  long wallMillis();
}
