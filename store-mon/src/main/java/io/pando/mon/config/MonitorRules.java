package io.pando.mon.config;

/**
 * Numbers that the rules use. They are part of every command, so that monitors with different
 * configurations compute the same map.
 *
 * @param failures when failure reports mark an OSD down
 * @param marking how far OSDs are marked down and out without an operator
 * @param flapping settings for OSDs that are marked down repeatedly
 * @param recentIncrementals number of incrementals kept for nodes with an old map
 * @param pools settings of new and removed pools
 * @param fencing settings of fences
 */
public record MonitorRules(
    FailureReporting failures,
    Marking marking,
    FlapSettings flapping,
    int recentIncrementals,
    PoolDefaults pools,
    Fencing fencing) {
  public static final MonitorRules DEFAULT =
      new MonitorRules(
          new FailureReporting(2, 60_000),
          new Marking(600_000, 75, 30),
          FlapSettings.DEFAULT,
          10_000,
          new PoolDefaults(3, 32, 3_600_000),
          Fencing.DEFAULT);

  /**
   * When failure reports mark an OSD down.
   *
   * @param minReporters number of OSDs that must report another OSD before it is marked down; if
   *     fewer other OSDs are up, all of them
   * @param reportLifeMillis time for which a failure report counts
   */
  public record FailureReporting(int minReporters, long reportLifeMillis) {
    public FailureReporting {
      SettingRange.check("min_reporters", minReporters, 1, 1_000);
      SettingRange.check("report_life_ms", reportLifeMillis, 1, 86_400_000);
    }
  }

  /**
   * How far OSDs are marked down and out without an operator.
   *
   * @param downOutMillis time that an OSD may be down before it is marked out
   * @param minInPercent while fewer OSDs than this are in, no OSD is marked out by the passing of
   *     time
   * @param minUpPercent while fewer OSDs than this would be up, no OSD is marked down unless an
   *     operator or the OSD itself asks for it: a network failure is then the likelier cause
   */
  public record Marking(long downOutMillis, int minInPercent, int minUpPercent) {
    public Marking {
      SettingRange.check("down_out_ms", downOutMillis, 1, 31_536_000_000L);
      SettingRange.check("min_in_percent", minInPercent, 0, 100);
      SettingRange.check("min_up_percent", minUpPercent, 0, 100);
    }
  }

  /**
   * Settings of new and removed pools.
   *
   * @param poolSize default number of replicas of a new pool
   * @param poolGroups default number of placement groups of a new pool
   * @param removedPoolGraceMillis time for which a removed pool can be restored; 0 deletes its data
   *     at once. Commands of releases without this setting have 0
   */
  public record PoolDefaults(int poolSize, int poolGroups, long removedPoolGraceMillis) {
    public PoolDefaults {
      SettingRange.check("pool_size", poolSize, 1, 10);
      SettingRange.check("pool_groups", poolGroups, 1, 65_536);
      SettingRange.check("removed_pool_grace_ms", removedPoolGraceMillis, 0, 31_536_000_000L);
    }
  }

  /**
   * Settings of fences.
   *
   * @param lifeMillis time for which a session is fenced if the change does not say how long.
   *     Commands of releases without fences have 0, and no such change
   * @param daemonMillis time for which a metadata server is fenced that lost its rank
   */
  public record Fencing(long lifeMillis, long daemonMillis) {
    /** One hour each. */
    public static final Fencing DEFAULT = new Fencing(3_600_000, 3_600_000);

    public Fencing {
      SettingRange.check("fence_ms", lifeMillis, 0, 31_536_000_000L);
      SettingRange.check("mds_fence_ms", daemonMillis, 0, 31_536_000_000L);
    }
  }

  /** Settings with the default fences. */
  public MonitorRules(
      FailureReporting failures,
      Marking marking,
      FlapSettings flapping,
      int recentIncrementals,
      PoolDefaults pools) {
    this(failures, marking, flapping, recentIncrementals, pools, Fencing.DEFAULT);
  }

  public MonitorRules {
    SettingRange.check("recent_incrementals", recentIncrementals, 1, 10_000);
  }

  /** A copy with another grace of removed pools. */
  public MonitorRules withRemovedPoolGraceMillis(long millis) {
    PoolDefaults other = new PoolDefaults(pools.poolSize(), pools.poolGroups(), millis);
    return new MonitorRules(failures, marking, flapping, recentIncrementals, other, fencing);
  }

  /** A copy with other settings of fences. */
  public MonitorRules withFencing(Fencing other) {
    return new MonitorRules(failures, marking, flapping, recentIncrementals, pools, other);
  }
}
