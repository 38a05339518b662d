package io.pando.mon.config;

/**
 * How a monitor is configured.
 *
 * @param rules numbers by which the map changes
 * @param tickMillis how often the leader looks for what is due
 * @param proposalMillis how long a change may take before whoever wants it is told that the
 *     monitors are unavailable
 * @param readMillis how long a question waits for the monitors to agree before it is answered with
 *     what this one knows
 * @param beaconGraceMillis an OSD whose beacon is missing for so long is down
 * @param doubtMillis an OSD whose beacon is missing for so long, and that others miss too, is gone
 * @param statsLifeMillis statistics older than this are stale
 * @param maxSubscribers how many may receive maps from one monitor
 * @param maxProposals how many changes may be under way from one monitor
 * @param maxBehind a subscriber that lacks more incrementals than this gets a whole map
 * @param nearFullPercent from here on an OSD is nearly full
 * @param fullPercent from here on it is full
 */
public record MonitorConfig(
    RuleSettings rules,
    long tickMillis,
    long proposalMillis,
    long readMillis,
    long beaconGraceMillis,
    long doubtMillis,
    long statsLifeMillis,
    int maxSubscribers,
    int maxProposals,
    int maxBehind,
    int nearFullPercent,
    int fullPercent) {
  /** What holds unless the operator says otherwise. */
  public static final MonitorConfig DEFAULT =
      new MonitorConfig(
          RuleSettings.DEFAULT,
          250,
          5_000,
          2_000,
          30_000,
          5_000,
          60_000,
          10_000,
          1_000,
          10_000,
          85,
          95);

  public MonitorConfig {
    RuleSettings.range("tick_ms", tickMillis, 10, 60_000);
    RuleSettings.range("proposal_timeout_ms", proposalMillis, 100, 600_000);
    RuleSettings.range("read_timeout_ms", readMillis, 10, 600_000);
    RuleSettings.range("beacon_grace_ms", beaconGraceMillis, 100, 86_400_000);
    RuleSettings.range("doubt_ms", doubtMillis, 10, beaconGraceMillis);
    RuleSettings.range("stats_life_ms", statsLifeMillis, 100, 86_400_000);
    RuleSettings.range("max_subscribers", maxSubscribers, 1, 1_000_000);
    RuleSettings.range("max_proposals", maxProposals, 1, 100_000);
    RuleSettings.range("max_behind", maxBehind, 1, 10_000);
    RuleSettings.range("near_full_percent", nearFullPercent, 1, 100);
    RuleSettings.range("full_percent", fullPercent, nearFullPercent, 100);
  }

  /** The same with other rules. */
  public MonitorConfig withRules(RuleSettings other) {
    return new MonitorConfig(
        other,
        tickMillis,
        proposalMillis,
        readMillis,
        beaconGraceMillis,
        doubtMillis,
        statsLifeMillis,
        maxSubscribers,
        maxProposals,
        maxBehind,
        nearFullPercent,
        fullPercent);
  }
}
