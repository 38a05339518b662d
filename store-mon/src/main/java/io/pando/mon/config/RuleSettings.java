package io.pando.mon.config;

/**
 * Numbers by which the rules decide. They travel with every command, so that monitors with
 * different configurations still come to the same map.
 *
 * @param minReporters OSDs that must report another before it is marked down; never more than there
 *     are other OSDs up
 * @param reportLifeMillis how long a failure report counts
 * @param downOutMillis how long an OSD may be down before it is marked out
 * @param minInPercent while fewer OSDs than that are in, none is marked out by the passing of time
 * @param minUpPercent while fewer OSDs than that would be up, none is marked down unless an
 *     operator or the OSD itself asks for it: it is rather the network that failed
 * @param flapping of OSDs that come and go
 * @param recentIncrementals how many incrementals are kept for those who are behind
 * @param poolSize replicas of a pool for which nothing is said
 * @param poolGroups placement groups of a pool for which nothing is said
 * @param removedPoolGraceMillis how long a removed pool can be restored; 0 deletes its data at
 *     once. Commands of releases without this setting have 0
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
  /** What holds unless the configuration says otherwise. */
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

  /** The same with another grace of removed pools. */
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

  /** Refuses a setting that is out of its range; the message names it. */
  static void range(String name, long value, long least, long most) {
    SettingRange.check(name, value, least, most);
  }
}
