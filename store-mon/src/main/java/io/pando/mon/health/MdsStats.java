package io.pando.mon.health;

import io.pando.cluster.files.MdsIncarnation;
import io.pando.report.files.RankLoad;

/**
 * A metadata server as its beacons show it.
 *
 * @param load as the newest beacon has it
 * @param gapMillis longest time between two beacons lately
 * @param graceMillis time without a beacon after which it has failed
 */
public record MdsStats(MdsIncarnation daemon, RankLoad load, long gapMillis, long graceMillis) {
  private static final int LATE_PERCENT = 60;
  private static final int LONG_PERCENT = 80;

  /** Whether it was nearly taken for failed. */
  boolean isLaggy() {
    return gapMillis * 100 > graceMillis * LATE_PERCENT;
  }

  /** Whether its journal is nearly as long as it may be. */
  boolean isTrimmedLate() {
    return load.journalLimitBytes() > 0
        && load.journalBytes() * 100 > load.journalLimitBytes() * LONG_PERCENT;
  }
}
