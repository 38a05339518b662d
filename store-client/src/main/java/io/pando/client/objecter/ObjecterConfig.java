package io.pando.client.objecter;

import io.pando.time.Backoff;
import java.time.Duration;

/**
 * Settings of an {@link Objecter}.
 *
 * @param maxInFlight most operations that are admitted and not ended
 * @param maxInFlightBytes most bytes of these operations; a single larger operation is admitted
 *     alone
 * @param maxQueued most impatient operations that wait to be admitted
 * @param resend delays before an operation that was not served is resent
 * @param quietNanos time after which an OSD that does not answer is sent a keep-alive, and another
 *     OSD is asked for a newer map
 * @param holdNanos time after which an operation that an OSD holds is sent again
 */
public record ObjecterConfig(
    int maxInFlight,
    long maxInFlightBytes,
    int maxQueued,
    Backoff resend,
    long quietNanos,
    long holdNanos) {

  /** Default delays: they give a group time for peering, and delay its clients little. */
  public static final Backoff DEFAULT_RESEND =
      new Backoff(Duration.ofMillis(20).toNanos(), Duration.ofSeconds(1).toNanos());

  /** Default of {@code quietNanos}. */
  public static final long DEFAULT_QUIET_NANOS = Duration.ofSeconds(3).toNanos();

  /** Default of {@code holdNanos}. */
  public static final long DEFAULT_HOLD_NANOS = Duration.ofSeconds(10).toNanos();

  public ObjecterConfig {
    if (quietNanos < 1 || holdNanos < 1) {
      throw new IllegalArgumentException("time limits of an objecter must be positive");
    }
    if (maxInFlight < 1 || maxInFlightBytes < 1 || maxQueued < 0) {
      throw new IllegalArgumentException(
          "invalid limits of an objecter: "
              + maxInFlight
              + " in flight, "
              + maxInFlightBytes
              + " bytes, "
              + maxQueued
              + " queued");
    }
  }
}
