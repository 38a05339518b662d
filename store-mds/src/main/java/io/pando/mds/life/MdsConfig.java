package io.pando.mds.life;

import io.pando.mds.journal.JournalLayout;
import io.pando.mds.rank.RankConfig;
import java.util.concurrent.TimeUnit;

/**
 * Settings of a metadata server.
 *
 * @param prefers name of the file system whose ranks it takes first; empty for any
 * @param beaconNanos period of beacons
 * @param graceNanos without a confirmed beacon for so long it serves no more; shorter than the
 *     monitors' grace, {@code monitor.mds_grace_ms}, by more than clocks may differ
 * @param retryNanos delay before a change of the map is requested again
 * @param journalObjectBytes size of the objects of new journals; at most half of the largest
 *     journal
 * @param limits of the journal, of sessions and of capabilities
 */
public record MdsConfig(
    String prefers,
    long beaconNanos,
    long graceNanos,
    long retryNanos,
    int journalObjectBytes,
    RankConfig.Limits limits) {
  private static final int BEACONS_IN_GRACE = 5;
  private static final int GRACE_PERCENT = 93;

  /** A segment of the journal begins with an object, and all but the newest one can be cut. */
  private static final long LEAST_JOURNAL_OBJECTS = 2;

  public MdsConfig {
    if (beaconNanos < 1 || graceNanos <= beaconNanos || retryNanos < 1) {
      throw new IllegalArgumentException(
          "beacons every %d ns, a grace of %d ns, retries after %d ns"
              .formatted(beaconNanos, graceNanos, retryNanos));
    }
    if (limits.store().mostBytes() < LEAST_JOURNAL_OBJECTS * journalObjectBytes) {
      throw new IllegalArgumentException(
          "expected a journal of at least %d objects, found objects of %d bytes in %d bytes"
              .formatted(LEAST_JOURNAL_OBJECTS, journalObjectBytes, limits.store().mostBytes()));
    }
  }

  /**
   * The same for monitors with this grace: the server's is 7 % shorter, and there are five beacons
   * in it.
   */
  public MdsConfig withGrace(long monitorsNanos) {
    return new MdsConfig(
        prefers,
        monitorsNanos / BEACONS_IN_GRACE,
        monitorsNanos / 100 * GRACE_PERCENT,
        retryNanos,
        journalObjectBytes,
        limits);
  }

  /** Beacons every 800 ms, a grace of 3.72 s. */
  public static MdsConfig usual(String prefers) {
    return new MdsConfig(
        prefers,
        TimeUnit.MILLISECONDS.toNanos(800),
        TimeUnit.MILLISECONDS.toNanos(3_720),
        TimeUnit.MILLISECONDS.toNanos(500),
        JournalLayout.USUAL_OBJECT_BYTES,
        RankConfig.Limits.usual());
  }
}
