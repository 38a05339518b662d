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
 */
public record ObjecterConfig(
    int maxInFlight, long maxInFlightBytes, int maxQueued, Backoff resend) {

  /** Delays that let a group peer, and do not keep its clients waiting. */
  public static final Backoff DEFAULT_RESEND =
      new Backoff(Duration.ofMillis(20).toNanos(), Duration.ofSeconds(1).toNanos());

  public ObjecterConfig {
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
