package io.pando.mon.config;

/**
 * Numbers that the rules use. They are part of every command, so that monitors with different
 * configurations compute the same map.
 *
 * @param minReporters number of OSDs that must report another OSD before it is marked down; if
 *     fewer other OSDs are up, all of them
 * @param reportLifeMillis time for which a failure report counts
 * @param downOutMillis time that an OSD may be down before it is marked out
 * @param minInPercent while fewer OSDs than this are in, no OSD is marked out by the passing of
 *     time
 * @param minUpPercent while fewer OSDs than this would be up, no OSD is marked down unless an
 *     operator or the OSD itself asks for it: a network failure is then the likelier cause
 * @param flapping settings for OSDs that are marked down repeatedly
 * @param recentIncrementals number of incrementals kept for nodes with an old map
 * @param poolSize default number of replicas of a new pool
 * @param poolGroups default number of placement groups of a new pool
 * @param removedPoolGraceMillis time for which a removed pool can be restored; 0 deletes its data
 *     at once. Commands of releases without this setting have 0
 */
public record RuleSettings(
    int minReporters,
    long reportLifeMillis,
    long downOutMillis,
    int minInPercent,
    int minUpPercent,
    FlapSettings flapping,
    int recentIncrementals,
    int poolSize,
    int poolGroups,
    long removedPoolGraceMillis) {
  /** Default rule settings. */
  public static final RuleSettings DEFAULT =
      new RuleSettings(2, 60_000, 600_000, 75, 30, FlapSettings.DEFAULT, 10_000, 3, 32, 3_600_000);

  public RuleSettings {
    range("min_reporters", minReporters, 1, 1_000);
    range("report_life_ms", reportLifeMillis, 1, 86_400_000);
    range("down_out_ms", downOutMillis, 1, 31_536_000_000L);
    range("min_in_percent", minInPercent, 0, 100);
    range("min_up_percent", minUpPercent, 0, 100);
    range("recent_incrementals", recentIncrementals, 1, 10_000);
    range("pool_size", poolSize, 1, 10);
    range("pool_groups", poolGroups, 1, 65_536);
    range("removed_pool_grace_ms", removedPoolGraceMillis, 0, 31_536_000_000L);
  }

  /** A copy with another grace of removed pools. */
  public RuleSettings withRemovedPoolGraceMillis(long millis) {
    return new RuleSettings(
        minReporters,
        reportLifeMillis,
        downOutMillis,
        minInPercent,
        minUpPercent,
        flapping,
        recentIncrementals,
        poolSize,
        poolGroups,
        millis);
  }

  /** Throws if a setting is out of its range; the message names the setting. */
  static void range(String name, long value, long least, long most) {
    SettingRange.check(name, value, least, most);
  }
}
