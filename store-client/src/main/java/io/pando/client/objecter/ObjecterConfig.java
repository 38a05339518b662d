package io.pando.client.objecter;

import io.pando.time.Backoff;
import java.time.Duration;

/**
 * Settings of an {@link Objecter}.
 *
 * @param maxInFlight operations admitted and not ended yet
 * @param maxInFlightBytes their bytes; a single larger operation goes alone
 * @param maxQueued impatient operations that wait to be admitted
 * @param resend delays before an operation is sent again that was not served
 * @param quietNanos after which an OSD that does not answer is asked for a sign of life, and
 *     another one for a newer map
 * @param holdNanos after which an OSD is asked again that had us hold something
 */
public record ObjecterConfig(
    int maxInFlight,
    long maxInFlightBytes,
    int maxQueued,
    Backoff resend,
    long quietNanos,
    long holdNanos) {

  /** Delays that let a group peer, and do not keep its clients waiting. */
  public static final Backoff DEFAULT_RESEND =
      new Backoff(Duration.ofMillis(20).toNanos(), Duration.ofSeconds(1).toNanos());

  /** Default of {@code quietNanos}. */
  public static final long DEFAULT_QUIET_NANOS = Duration.ofSeconds(3).toNanos();

  /** Default of {@code holdNanos}. */
  public static final long DEFAULT_HOLD_NANOS = Duration.ofSeconds(10).toNanos();

  public ObjecterConfig {
    if (quietNanos < 1 || holdNanos < 1) {
      throw new IllegalArgumentException("times of an objecter must be positive");
    }
    if (maxInFlight < 1 || maxInFlightBytes < 1 || maxQueued < 0) {
      throw new IllegalArgumentException(
          "not limits of an objecter: "
              + maxInFlight
              + " in flight, "
              + maxInFlightBytes
              + " bytes, "
              + maxQueued
              + " queued");
    }
  }
}
