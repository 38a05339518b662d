package io.pando.mon.config;

/**
 * Configuration of a monitor.
 *
 * @param rules settings of the rules by which the map changes
 * @param tickMillis period at which the leader looks for changes that are due
 * @param proposalMillis time after which a proposed change that is not committed is answered with
 *     {@code Unavailable}
 * @param readMillis time that a query waits for agreement of the quorum; after it, the query is
 *     answered from the state that this monitor has
 * @param beaconGraceMillis time without a beacon after which an OSD is marked down
 * @param doubtMillis time without a beacon after which an OSD is marked down if other OSDs report
 *     it too
 * @param statsLifeMillis age from which statistics are stale
 * @param maxSubscribers most nodes that may receive maps from one monitor
 * @param maxProposals most changes that one monitor may have in flight
 * @param maxBehind a subscriber that lacks more incrementals than this gets a whole map
 * @param nearFullPercent fill level from which an OSD is nearly full
 * @param fullPercent fill level from which an OSD is full
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
  /** Default configuration. */
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

  /** A copy with other rule settings. */
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
