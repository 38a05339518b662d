package io.pando.session;

import io.pando.time.Backoff;
import java.time.Duration;

/**
 * Settings of a {@link MonitorSession}.
 *
 * @param keepAliveNanos interval of keep-alives, at which it also asks the monitor for an answer
 * @param silenceNanos time without a message after which a monitor is given up; longer than {@code
 *     keepAliveNanos}
 * @param dialTimeoutNanos the same time for a monitor from which no message has arrived yet
 * @param hunting delays between attempts after every monitor was tried, and between questions for a
 *     newer map that other nodes only claim to exist
 * @param requestTimeoutNanos time after which a change or question is given up
 * @param maxRequests maximum number of pending changes and questions
 */
public record MonitorSessionConfig(
    long keepAliveNanos,
    long silenceNanos,
    long dialTimeoutNanos,
    Backoff hunting,
    long requestTimeoutNanos,
    int maxRequests) {

  public MonitorSessionConfig {
    if (keepAliveNanos <= 0 || dialTimeoutNanos <= 0 || requestTimeoutNanos <= 0) {
      throw new IllegalArgumentException("intervals of a monitor session must be positive");
    }
    if (silenceNanos <= keepAliveNanos) {
      throw new IllegalArgumentException(
          "a monitor must be given longer than one keep-alive interval of "
              + keepAliveNanos
              + " ns before it counts as silent: "
              + silenceNanos
              + " ns");
    }
    if (maxRequests < 1) {
      throw new IllegalArgumentException("requests under way must be at least 1: " + maxRequests);
    }
  }

  /** Settings for a local network. */
  public static MonitorSessionConfig defaults() {
    return new MonitorSessionConfig(
        Duration.ofSeconds(2).toNanos(),
        Duration.ofSeconds(7).toNanos(),
        Duration.ofSeconds(3).toNanos(),
        new Backoff(Duration.ofMillis(100).toNanos(), Duration.ofSeconds(2).toNanos()),
        Duration.ofSeconds(15).toNanos(),
        1024);
  }

  /** The same settings with another time-out for changes and questions. */
  public MonitorSessionConfig withRequestTimeoutNanos(long nanos) {
    return new MonitorSessionConfig(
        keepAliveNanos, silenceNanos, dialTimeoutNanos, hunting, nanos, maxRequests);
  }
}
