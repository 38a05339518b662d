package io.pando.osd.config;

import io.pando.osd.pg.lease.LeaseTerm;
import io.pando.time.Backoff;
import java.time.Duration;

/**
 * How an OSD shows that it is alive, and notices that others are not.
 *
 * @param heartbeatNanos interval between pings of a peer
 * @param graceNanos silence after which a peer is reported; longer than {@code heartbeatNanos}
 * @param lease term of read leases, which heartbeats renew; at least twice the heartbeat interval.
 *     A new primary waits this long
 * @param beaconNanos interval between beacons to the monitors
 * @param booting delays between attempts to be marked up
 */
public record LivenessSettings(
    long heartbeatNanos, long graceNanos, LeaseTerm lease, long beaconNanos, Backoff booting) {
  public LivenessSettings {
    if (heartbeatNanos <= 0 || beaconNanos <= 0) {
      throw new IllegalArgumentException("intervals of heartbeats and beacons must be positive");
    }
    if (graceNanos <= heartbeatNanos) {
      throw new IllegalArgumentException(
          "the grace of " + graceNanos + " ns must be longer than the heartbeat interval");
    }
    if (lease.nanos() < 2 * heartbeatNanos) {
      throw new IllegalArgumentException(
          "a lease of %s ns must be at least twice the heartbeat interval, which renews it"
              .formatted(lease.nanos()));
    }
  }

  /** Settings for production. */
  public static LivenessSettings defaults() {
    return new LivenessSettings(
        Duration.ofMillis(500).toNanos(),
        Duration.ofSeconds(4).toNanos(),
        new LeaseTerm(Duration.ofMillis(1_500).toNanos()),
        Duration.ofSeconds(2).toNanos(),
        new Backoff(Duration.ofMillis(200).toNanos(), Duration.ofSeconds(5).toNanos()));
  }
}
