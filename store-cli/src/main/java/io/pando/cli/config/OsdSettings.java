package io.pando.cli.config;

import io.pando.cli.text.PeriodText;
import io.pando.merkle.TreeDepth;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Settings of all OSDs.
 *
 * @param removedPoolGrace time for which the data of a removed pool is kept; zero: none. The
 *     monitors apply it
 */
public record OsdSettings(
    Computing computing,
    StorageSettings storage,
    Heartbeats heartbeats,
    Recovery recovery,
    Scrubs scrubs,
    Duration removedPoolGrace) {
  private static final int MAX_SHARDS = 64;
  private static final Duration NO_GRACE = Duration.ofSeconds(-1);
  private static final Duration LONGEST_GRACE = Duration.ofDays(365);

  /** A kernel of erasure codes, or the choice of one by the OSD. */
  public enum Kernel {
    /** The fastest that is available. */
    AUTO,
    ISAL,
    VECTOR,
    PLAIN;

    /** Name in the configuration. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How OSDs use processors.
   *
   * @param shards event loops and storage partitions of each OSD, 1 to 64; 0: not set
   * @param kernel kernel of erasure codes; another one is taken if it is not available
   */
  public record Computing(int shards, Kernel kernel) {
    static Computing read(ConfigSection section) {
      return new Computing(
          section.number("shards", 1, MAX_SHARDS, 0),
          section.choice("erasure_kernel", List.of(Kernel.values()), Kernel::label, Kernel.AUTO));
    }
  }

  /**
   * Heartbeats among OSDs, and the leases that they renew.
   *
   * @param periodMillis period of heartbeats to peers
   * @param graceMillis time without a heartbeat after which a peer is reported
   * @param leaseMillis duration of a promise to a primary that it may answer clients; a new primary
   *     waits for this time
   */
  public record Heartbeats(int periodMillis, int graceMillis, int leaseMillis) {
    static Heartbeats read(ConfigSection section) {
      int period = section.number("heartbeat_ms", 50, 60_000, 500);
      int grace = section.number("grace_ms", 200, 600_000, 8 * period);
      int lease = section.number("lease_ms", 100, 600_000, 3 * period);
      if (grace < 2 * period || lease < 2 * period) {
        String key = grace < 2 * period ? "grace_ms" : "lease_ms";
        throw section.error(key, "must be at least twice heartbeat_ms: " + period);
      }
      return new Heartbeats(period, grace, lease);
    }
  }

  /**
   * How replicas recover.
   *
   * @param slots placement groups that each shard recovers at a time, and that it lets others
   *     backfill to it
   * @param pausePercent pause after a batch of recovered objects while clients work, in percent of
   *     the time that the batch took
   * @param logEntries updates that a group's log keeps
   * @param repairBy how the missing objects of a replica are found that the log does not reach
   * @param treeDepth depth of every group's hash tree; 0: chosen by the number of its objects
   */
  public record Recovery(
      int slots, int pausePercent, int logEntries, RepairBy repairBy, int treeDepth) {
    static Recovery read(ConfigSection section) {
      return new Recovery(
          section.number("recovery_slots", 1, 64, 4),
          section.number("recovery_pause_percent", 0, 10_000, 100),
          section.number("log_entries", 1, 1_000_000, 2_000),
          section.choice("repair_by", List.of(RepairBy.values()), RepairBy::label, RepairBy.INDEX),
          section.number("tree_depth", 1, TreeDepth.MOST, 0));
    }
  }

  /**
   * Scheduled checks of a group.
   *
   * @param repairEvery period of comparisons of its hash trees; zero: never
   * @param lightEvery period of light scrubs; zero: never
   * @param deepEvery period of deep scrubs; zero: never
   * @param autoRepair whether scheduled scrubs repair provable damage
   */
  public record Scrubs(
      Duration repairEvery, Duration lightEvery, Duration deepEvery, boolean autoRepair) {
    static Scrubs read(ConfigSection section) {
      return new Scrubs(
          section.every("repair_every", Duration.ofHours(1)),
          section.every("scrub_every", Duration.ofDays(1)),
          section.every("deep_scrub_every", Duration.ofDays(7)),
          section.flag("auto_repair", true));
    }
  }

  static OsdSettings read(ConfigSection section) {
    OsdSettings settings =
        new OsdSettings(
            Computing.read(section),
            StorageSettings.read(section),
            Heartbeats.read(section),
            Recovery.read(section),
            Scrubs.read(section),
            removedPoolGrace(section));
    section.refuseOthers();
    return settings;
  }

  private static Duration removedPoolGrace(ConfigSection section) {
    String wanted = section.optionalText("removed_pool_grace").orElse("1h");
    Duration grace =
        wanted.matches("0[smhd]?")
            ? Duration.ZERO
            : PeriodText.parse(wanted).filter(time -> !time.isZero()).orElse(NO_GRACE);
    if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
      throw section.error(
          "removed_pool_grace",
          "must be a time such as 30m, 1h or 7d, at most 365d, or 0, is '" + wanted + "'");
    }
    return grace;
  }
}
