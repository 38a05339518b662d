package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.config.MonitorRules;
import java.util.concurrent.TimeUnit;

/** The settings of a monitor's service: those of the configuration, and defaults for all others. */
final class ConfiguredMonitor {
  private static final long NEVER_MILLIS = TimeUnit.DAYS.toMillis(365);

  /**
   * Half as often as in the simulation, whose time costs nothing: the periods to which the ticks
   * react are of seconds.
   */
  private static final long TICK_MILLIS = 500;

  private ConfiguredMonitor() {}

  static MonitorConfig of(ClusterConfig config) {
    MonitorRules usual = MonitorRules.DEFAULT;
    int seconds = config.settings().monitor().downOutSeconds();
    MonitorRules rules =
        new MonitorRules(
            new MonitorRules.FailureReporting(
                config.settings().monitor().reporters(), usual.failures().reportLifeMillis()),
            new MonitorRules.Marking(
                seconds == 0 ? NEVER_MILLIS : TimeUnit.SECONDS.toMillis(seconds),
                usual.marking().minInPercent(),
                usual.marking().minUpPercent()),
            usual.flapping(),
            usual.recentIncrementals(),
            new MonitorRules.PoolDefaults(
                usual.pools().poolSize(),
                usual.pools().poolGroups(),
                config.settings().osd().removedPoolGrace().toMillis()),
            new MonitorRules.Fencing(
                TimeUnit.SECONDS.toMillis(config.settings().monitor().fenceSeconds()),
                usual.fencing().daemonMillis()));
    MonitorConfig.Timing timing = MonitorConfig.DEFAULT.timing();
    MonitorConfig.Beacons beacons = MonitorConfig.DEFAULT.beacons();
    return MonitorConfig.DEFAULT
        .withRules(rules)
        .withBeacons(
            new MonitorConfig.Beacons(
                beacons.beaconGraceMillis(),
                beacons.doubtMillis(),
                beacons.statsLifeMillis(),
                config.settings().monitor().mdsGraceMillis()))
        .withTiming(
            new MonitorConfig.Timing(TICK_MILLIS, timing.proposalMillis(), timing.readMillis()));
  }
}
