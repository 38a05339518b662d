package io.pando.osd.config;

import io.pando.osd.pg.lease.LeaseTerm;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.session.MonitorSessionConfig;
import io.pando.time.Backoff;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a storage daemon.
 *
 * @param monitors settings of the link to the monitors
 * @param heartbeatNanos interval between pings of a peer
 * @param graceNanos silence after which a peer is reported; longer than {@code heartbeatNanos}
 * @param lease term of read leases, which heartbeats renew; at least twice the heartbeat interval.
 *     A new primary waits this long
 * @param beaconNanos interval between beacons to the monitors
 * @param booting delays between attempts to be marked up
 * @param fullRatio thousandths of the store's capacity above which clients' writes are refused
 * @param maxClientOps client operations that a shard accepts at a time; further ones wait in their
 *     sockets
 * @param maxClientBytes bytes of data of the writes that a shard accepts at a time; large reads
 *     under way in the store may return a quarter of this together
 * @param maxHeldBytes bytes of messages that a shard keeps until it has their senders' map; beyond
 *     that it disconnects the sender with the most bytes
 * @param recovery limits on how many groups recover at a time, and how much recovery yields to
 *     clients
 * @param crushLocation {@code type=name} pairs at which a new OSD is put into CRUSH; empty leaves
 *     the placement to the operator
 * @param crushWeight CRUSH weight of a new OSD, 16.16 fixed point
 * @param logBytes estimated bytes of memory for the logs of all groups together; each shard has an
 *     equal part
 * @param group settings of every placement group
 */
public record OsdConfig(
    MonitorSessionConfig monitors,
    long heartbeatNanos,
    long graceNanos,
    LeaseTerm lease,
    long beaconNanos,
    Backoff booting,
    int fullRatio,
    int maxClientOps,
    long maxClientBytes,
    long maxHeldBytes,
    RecoverySettings recovery,
    List<String> crushLocation,
    int crushWeight,
    long logBytes,
    GroupConfig group) {
  public OsdConfig {
    crushLocation = List.copyOf(crushLocation);
    if (heartbeatNanos <= 0 || beaconNanos <= 0) {
      throw new IllegalArgumentException("intervals of heartbeats and beacons must be positive");
    }
    if (graceNanos <= heartbeatNanos) {
      throw new IllegalArgumentException(
          "the grace of " + graceNanos + " ns must be longer than the heartbeat interval");
    }
    if (lease.nanos() < 2 * heartbeatNanos) {
      throw new IllegalArgumentException(
          "a lease of "
              + lease.nanos()
              + " ns must be at least twice the heartbeat interval, which renews it");
    }
    if (fullRatio < 1 || fullRatio > 1000) {
      throw new IllegalArgumentException("full ratio must be 1 to 1000 thousandths: " + fullRatio);
    }
    if (logBytes < 1) {
      throw new IllegalArgumentException("logs must be allowed some bytes: " + logBytes);
    }
    if (maxClientOps < 1 || maxClientBytes < 1 || maxHeldBytes < 1) {
      throw new IllegalArgumentException("limits on operations and messages must be positive");
    }
  }

  /** Settings for production. */
  public static OsdConfig defaults() {
    return new OsdConfig(
        MonitorSessionConfig.defaults(),
        Duration.ofMillis(500).toNanos(),
        Duration.ofSeconds(4).toNanos(),
        new LeaseTerm(Duration.ofMillis(1_500).toNanos()),
        Duration.ofSeconds(2).toNanos(),
        new Backoff(Duration.ofMillis(200).toNanos(), Duration.ofSeconds(5).toNanos()),
        950,
        1024,
        128L << 20,
        32L << 20,
        RecoverySettings.defaults(),
        List.of(),
        0x10000,
        32L << 20,
        GroupConfig.defaults());
  }

  /** The same settings with another place in CRUSH. */
  public OsdConfig placedAt(List<String> location, int weight) {
    return new OsdConfig(
        monitors,
        heartbeatNanos,
        graceNanos,
        lease,
        beaconNanos,
        booting,
        fullRatio,
        maxClientOps,
        maxClientBytes,
        maxHeldBytes,
        recovery,
        location,
        weight,
        logBytes,
        group);
  }

  /** The same settings with another memory limit for the logs of all groups. */
  public OsdConfig withLogBytes(long bytes) {
    return new OsdConfig(
        monitors,
        heartbeatNanos,
        graceNanos,
        lease,
        beaconNanos,
        booting,
        fullRatio,
        maxClientOps,
        maxClientBytes,
        maxHeldBytes,
        recovery,
        crushLocation,
        crushWeight,
        bytes,
        group);
  }

  /** The same settings with others for recovery and groups. */
  public OsdConfig with(RecoverySettings newRecovery, GroupConfig newGroup) {
    return new OsdConfig(
        monitors,
        heartbeatNanos,
        graceNanos,
        lease,
        beaconNanos,
        booting,
        fullRatio,
        maxClientOps,
        maxClientBytes,
        maxHeldBytes,
        newRecovery,
        crushLocation,
        crushWeight,
        logBytes,
        newGroup);
  }
}
