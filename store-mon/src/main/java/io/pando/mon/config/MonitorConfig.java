package io.pando.mon.config;

import io.pando.cluster.release.Release;

/**
 * Configuration of a monitor.
 *
 * @param rules settings of the rules by which the map changes
 * @param timing periods and timeouts of the monitor's own work
 * @param beacons when an OSD or a metadata server is missed
 * @param limits limits on what the monitor does at the same time
 * @param release number of the release that the monitor runs; a constant of the build
 */
public record MonitorConfig(
    MonitorRules rules, Timing timing, Beacons beacons, Limits limits, int release) {
  public static final MonitorConfig DEFAULT =
      new MonitorConfig(
          MonitorRules.DEFAULT,
          new Timing(250, 5_000, 2_000),
          new Beacons(30_000, 5_000, 60_000),
          new Limits(10_000, 1_000, 10_000));

  /**
   * Periods and timeouts of the monitor's own work.
   *
   * @param tickMillis period at which the leader looks for changes that are due
   * @param proposalMillis time after which a proposed change that is not committed is answered with
   *     {@code Unavailable}
   * @param readMillis time that a query waits for agreement of the quorum; after it, the query is
   *     answered from the state that this monitor has
   */
  public record Timing(long tickMillis, long proposalMillis, long readMillis) {
    public Timing {
      SettingRange.check("tick_ms", tickMillis, 10, 60_000);
      SettingRange.check("proposal_timeout_ms", proposalMillis, 100, 600_000);
      SettingRange.check("read_timeout_ms", readMillis, 10, 600_000);
    }
  }

  /**
   * When an OSD or a metadata server that does not report is missed.
   *
   * @param beaconGraceMillis time without a beacon after which an OSD is marked down
   * @param doubtMillis time without a beacon after which an OSD is marked down if other OSDs report
   *     it too
   * @param statsLifeMillis age from which statistics are stale
   * @param mdsGraceMillis time without a beacon after which a metadata server has failed
   */
  public record Beacons(
      long beaconGraceMillis, long doubtMillis, long statsLifeMillis, long mdsGraceMillis) {
    /** With the default grace of metadata servers: six of their beacons. */
    public Beacons(long beaconGraceMillis, long doubtMillis, long statsLifeMillis) {
      this(beaconGraceMillis, doubtMillis, statsLifeMillis, 4_000);
    }

    public Beacons {
      SettingRange.check("beacon_grace_ms", beaconGraceMillis, 100, 86_400_000);
      SettingRange.check("doubt_ms", doubtMillis, 10, beaconGraceMillis);
      SettingRange.check("stats_life_ms", statsLifeMillis, 100, 86_400_000);
      SettingRange.check("mds_grace_ms", mdsGraceMillis, 100, 86_400_000);
    }
  }

  /**
   * Limits on what one monitor does at the same time.
   *
   * @param maxSubscribers most nodes that may receive maps from one monitor
   * @param maxProposals most changes that one monitor may have in flight
   * @param maxBehind a subscriber that lacks more incrementals than this gets a whole map
   */
  public record Limits(int maxSubscribers, int maxProposals, int maxBehind) {
    public Limits {
      SettingRange.check("max_subscribers", maxSubscribers, 1, 1_000_000);
      SettingRange.check("max_proposals", maxProposals, 1, 100_000);
      SettingRange.check("max_behind", maxBehind, 1, 10_000);
    }
  }

  /** The configuration of a monitor of this build. */
  public MonitorConfig(MonitorRules rules, Timing timing, Beacons beacons, Limits limits) {
    this(rules, timing, beacons, limits, Release.current().number());
  }

  /** A copy with other rule settings. */
  public MonitorConfig withRules(MonitorRules other) {
    return new MonitorConfig(other, timing, beacons, limits, release);
  }

  /** A copy with other periods. */
  public MonitorConfig withTiming(Timing other) {
    return new MonitorConfig(rules, other, beacons, limits, release);
  }

  /** A copy that misses daemons at other times. */
  public MonitorConfig withBeacons(Beacons other) {
    return new MonitorConfig(rules, timing, other, limits, release);
  }

  /** A copy for a monitor of another release. */
  public MonitorConfig withRelease(int other) {
    return new MonitorConfig(rules, timing, beacons, limits, other);
  }
}
