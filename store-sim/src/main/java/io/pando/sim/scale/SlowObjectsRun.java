package io.pando.sim.scale;

import io.pando.mds.journal.JournalLayout;
import io.pando.mds.rank.RankConfig;
import io.pando.mds.store.StoreLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A rank whose objects take ten times as long for a while, as on OSDs in trouble: the journal stays
 * within its limit, and clients are slowed.
 *
 * @param store limits of the journal
 * @param journalObjectBytes size of its objects
 * @param programs programs that change files without end
 * @param slowSeconds how long objects are slow; before and after, a tenth of that at least passes
 */
public record SlowObjectsRun(
    StoreLimits store, int journalObjectBytes, int programs, int slowSeconds) {
  private static final int PROGRAMS = 64;
  private static final int FEWEST_OBJECT_BYTES = 64 << 10;
  private static final int CLIENTS = 4;
  private static final long CALL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final int SLOWER = 10;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** One of the three periods: updates in a second, and the longest journal. */
  public record Period(double updatesPerSecond, long mostJournalBytes) {}

  /** Before, while objects are slow, and after. */
  public record Result(Period before, Period slow, Period after) {}

  /** 64 programs, and a journal that is cut from half of its limit on. */
  public static SlowObjectsRun withLimit(long limitBytes, int slowSeconds) {
    StoreLimits usual = StoreLimits.usual();
    StoreLimits limits =
        new StoreLimits(
            limitBytes / 2,
            limitBytes,
            usual.commitRows(),
            usual.commitBytes(),
            usual.commits(),
            usual.pageRows());
    int objectBytes =
        Math.clamp(limitBytes / 64, FEWEST_OBJECT_BYTES, JournalLayout.USUAL_OBJECT_BYTES);
    return new SlowObjectsRun(limits, objectBytes, PROGRAMS, slowSeconds);
  }

  /** Runs it. */
  public Result run() {
    RankConfig.Limits usual = RankConfig.Limits.usual();
    MeasuredRank rank =
        new MeasuredRank(
            new MeasuredObjects(),
            new RankConfig.Limits(store, usual.sessions(), usual.service()),
            journalObjectBytes);
    List<MeasuredClient> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(rank.client());
    }
    SteadyChanges changes = new SteadyChanges(rank, clients.getFirst(), 1);
    changes.begin(clients, programs);
    int seconds = Math.max(1, slowSeconds / 10);
    Period before = period(rank, changes, seconds);
    rank.callNanos(SLOWER * CALL_NANOS);
    Period slow = period(rank, changes, slowSeconds);
    rank.callNanos(CALL_NANOS);
    return new Result(before, slow, period(rank, changes, seconds));
  }

  private static Period period(MeasuredRank rank, SteadyChanges changes, int seconds) {
    rank.takeJournalLength();
    long updates = changes.updates();
    rank.run(seconds * SECOND);
    return new Period(
        (double) (changes.updates() - updates) / seconds, rank.takeJournalLength().mostBytes());
  }
}
