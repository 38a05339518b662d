package io.pando.cli.config;

import io.pando.disk.StoreKind;
import io.pando.disk.StoreSpace;
import io.pando.disk.device.DataIo;
import io.pando.disk.shards.StoreSettings;
import io.pando.merkle.TreeDepth;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Settings of all OSDs.
 *
 * @param shards event loops and storage partitions of each OSD, 1 to 64; 0: not set
 * @param store kind of store; fixed when the OSD is created
 * @param capacityBytes most disk space that all shards of an OSD together may use; 0: not set
 * @param cacheBytes memory for the metadata of the OSD's store, all shards together
 * @param stripeBytes for a kv store: bytes of an object in one value; fixed when the OSD is created
 * @param logUnitBytes for a raw store: alignment of batches in its log; larger if the device's
 *     write unit is larger
 * @param io for a raw store: how batches of writes reach the device
 * @param heartbeatMillis period of heartbeats to peers
 * @param graceMillis time without a sign of life after which a peer is reported
 * @param leaseMillis duration of a promise to a primary that it may answer clients; a new primary
 *     waits for this time
 * @param recoverySlots placement groups that each shard recovers at a time, and that it lets others
 *     backfill to it
 * @param recoveryPausePercent pause after a batch of recovered objects while clients work, in
 *     percent of the time that the batch took
 * @param logEntries updates that a group's log keeps
 * @param repairBy how the missing objects of a replica are found that the log does not reach
 * @param treeDepth depth of every group's hash tree; 0: chosen by the number of its objects
 * @param repairEvery period of comparisons of a group's hash trees; zero: never
 * @param scrubEvery period of light scrubs of a group; zero: never
 * @param deepScrubEvery period of deep scrubs of a group; zero: never
 * @param autoRepair whether scheduled scrubs repair provable damage
 * @param removedPoolGrace time for which the data of a removed pool is kept; zero: none. The
 *     monitors apply it
 */
public record OsdSettings(
    int shards,
    StoreKind store,
    long capacityBytes,
    long cacheBytes,
    long stripeBytes,
    int logUnitBytes,
    DataIo io,
    int heartbeatMillis,
    int graceMillis,
    int leaseMillis,
    int recoverySlots,
    int recoveryPausePercent,
    int logEntries,
    RepairBy repairBy,
    int treeDepth,
    Duration repairEvery,
    Duration scrubEvery,
    Duration deepScrubEvery,
    boolean autoRepair,
    Duration removedPoolGrace) {
  private static final long GIB = 1L << 30;
  private static final long USUAL_CAPACITY_BYTES = 100 * GIB;
  private static final long MAX_STRIPE_BYTES = 16L << 20;
  private static final int MAX_SHARDS = 64;
  private static final Duration NO_GRACE = Duration.ofSeconds(-1);
  private static final Duration LONGEST_GRACE = Duration.ofDays(365);

  static OsdSettings read(ConfigSection section) throws ConfigException {
    section.allow(
        "shards",
        "capacity",
        "cache",
        "store",
        "stripe",
        "log_unit",
        "io",
        "heartbeat_ms",
        "grace_ms",
        "lease_ms",
        "recovery_slots",
        "recovery_pause_percent",
        "log_entries",
        "repair_by",
        "tree_depth",
        "repair_every",
        "scrub_every",
        "deep_scrub_every",
        "auto_repair",
        "removed_pool_grace");
    int heartbeatMillis = section.number("heartbeat_ms", 50, 60_000, 500);
    OsdSettings settings =
        new OsdSettings(
            section.number("shards", 1, MAX_SHARDS, 0),
            store(section),
            section.size("capacity", GIB / 16, 0),
            section.size("cache", GIB / 256, GIB / 16),
            stripe(section),
            logUnit(section),
            io(section),
            heartbeatMillis,
            section.number("grace_ms", 200, 600_000, 8 * heartbeatMillis),
            section.number("lease_ms", 100, 600_000, 3 * heartbeatMillis),
            section.number("recovery_slots", 1, 64, 4),
            section.number("recovery_pause_percent", 0, 10_000, 100),
            section.number("log_entries", 1, 1_000_000, 2_000),
            repairBy(section),
            section.number("tree_depth", 1, TreeDepth.MOST, 0),
            section.every("repair_every", Duration.ofHours(1)),
            section.every("scrub_every", Duration.ofDays(1)),
            section.every("deep_scrub_every", Duration.ofDays(7)),
            section.flag("auto_repair", true),
            removedPoolGrace(section));
    if (settings.graceMillis < 2 * heartbeatMillis) {
      throw section.error("grace_ms", "must be at least twice heartbeat_ms: " + heartbeatMillis);
    }
    if (settings.leaseMillis < 2 * heartbeatMillis) {
      throw section.error("lease_ms", "must be at least twice heartbeat_ms: " + heartbeatMillis);
    }
    return settings;
  }

  /** Space for all shards; if not set, 0 for the whole of a device. */
  public long capacityBytes(boolean ofDevice) {
    return capacityBytes == 0 && !ofDevice ? USUAL_CAPACITY_BYTES : capacityBytes;
  }

  private static RepairBy repairBy(ConfigSection section) throws ConfigException {
    String wanted = section.optionalText("repair_by").orElse(RepairBy.INDEX.label());
    List<String> ways = Arrays.stream(RepairBy.values()).map(RepairBy::label).toList();
    for (RepairBy way : RepairBy.values()) {
      if (way.label().equals(wanted)) {
        return way;
      }
    }
    throw section.error(
        "repair_by", "there is no '" + wanted + "'; ways: " + String.join(", ", ways));
  }

  private static Duration removedPoolGrace(ConfigSection section) throws ConfigException {
    String wanted = section.optionalText("removed_pool_grace").orElse("1h");
    Duration grace =
        wanted.matches("0[smhd]?")
            ? Duration.ZERO
            : Every.parse(wanted).filter(time -> !time.isZero()).orElse(NO_GRACE);
    if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
      throw section.error(
          "removed_pool_grace",
          "must be a time such as 30m, 1h or 7d, at most 365d, or 0, is '" + wanted + "'");
    }
    return grace;
  }

  private static StoreKind store(ConfigSection section) throws ConfigException {
    String wanted = section.optionalText("store").orElse(StoreKind.RAW.label());
    for (StoreKind kind : StoreKind.values()) {
      if (kind.label().equals(wanted)) {
        return kind;
      }
    }
    List<String> kinds = Arrays.stream(StoreKind.values()).map(StoreKind::label).toList();
    String near =
        Nearest.to(wanted, kinds).map(name -> "; did you mean '" + name + "'?").orElse(".");
    throw section.error(
        "store", "there is no '" + wanted + "'" + near + " Stores: " + String.join(", ", kinds));
  }

  private static DataIo io(ConfigSection section) throws ConfigException {
    String wanted = section.optionalText("io").orElse(DataIo.AUTO.label());
    for (DataIo io : DataIo.values()) {
      if (io.label().equals(wanted)) {
        return io;
      }
    }
    throw section.error("io", "must be auto, uring or plain");
  }

  private static long stripe(ConfigSection section) throws ConfigException {
    long bytes = section.size("stripe", StoreSpace.BLOCK_BYTES, 1 << 16);
    if (bytes > MAX_STRIPE_BYTES || bytes % StoreSpace.BLOCK_BYTES != 0) {
      throw section.error(
          "stripe",
          "must be a multiple of 4KiB and at most "
              + ByteSize.format(MAX_STRIPE_BYTES)
              + ", is "
              + ByteSize.format(bytes));
    }
    return bytes;
  }

  private static int logUnit(ConfigSection section) throws ConfigException {
    long least = StoreSettings.LOG_UNIT_BYTES;
    long bytes = section.size("log_unit", least, least);
    if (bytes > StoreSpace.BLOCK_BYTES || Long.bitCount(bytes) != 1) {
      throw section.error(
          "log_unit", "must be 512B, 1KiB, 2KiB or 4KiB, is " + ByteSize.format(bytes));
    }
    return Math.toIntExact(bytes);
  }
}
