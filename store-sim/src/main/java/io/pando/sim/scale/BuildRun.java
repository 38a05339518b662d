package io.pando.sim.scale;

import io.pando.mds.journal.JournalLayout;
import io.pando.mds.rank.RankConfig;
import io.pando.mds.store.StoreLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A large build on the files of one rank ({@link BuildTrace}): how much of what its programs change
 * reaches directories, and what the journal has beside it.
 *
 * @param directories number of directories with source files
 * @param jobs compilations at a time
 * @param clients machines that they run on
 * @param seed of the operations
 */
public record BuildRun(int directories, int jobs, int clients, long seed) {
  private static final double WARM_UP = 0.25;
  private static final int OBJECTS_OF_SHORT_JOURNAL = 8;
  private static final int FEWEST_OBJECT_BYTES = 16 << 10;

  /**
   * Questions for attributes.
   *
   * @param stats how often a program asked
   * @param lookups how often the server was asked
   */
  public record Questions(long stats, long lookups) {}

  /**
   * Counts of the time in which the last three quarters of the files were compiled.
   *
   * @param seconds simulated time
   * @param updates changes of programs
   * @param questions of programs
   * @param counts what the server wrote
   * @param journalSeconds how old the oldest record of the journal was, on average, from the mean
   *     length and the bytes in a second
   * @param mostJournalBytes longest journal
   */
  public record Result(
      double seconds,
      long updates,
      Questions questions,
      ObjectTally.Counts counts,
      double journalSeconds,
      long mostJournalBytes) {
    /** Commits of directories for each update. */
    public double commitShare() {
      return (double) counts.directories().commits() / updates;
    }

    /** The part of the journal's bytes that mentions directories above changes. */
    public double mentionShare() {
      return (double) counts.journal().mentionBytes() / counts.journal().bytes();
    }

    double bytesPerSecond() {
      return counts.journal().bytes() / seconds;
    }
  }

  /** Runs it with the usual journal. */
  public Result run() {
    return run(StoreLimits.usual(), JournalLayout.USUAL_OBJECT_BYTES);
  }

  /**
   * Runs it with a journal of some seconds.
   *
   * @param before the same build with the usual journal: it says how many bytes there are in a
   *     second
   */
  public Result run(double seconds, Result before) {
    long target = (long) (before.bytesPerSecond() * seconds);
    StoreLimits usual = StoreLimits.usual();
    StoreLimits limits =
        new StoreLimits(
            target,
            Math.max(usual.mostBytes(), 2 * target),
            usual.commitRows(),
            usual.commitBytes(),
            usual.commits(),
            usual.pageRows());
    long objectBytes = Math.max(FEWEST_OBJECT_BYTES, target / OBJECTS_OF_SHORT_JOURNAL);
    long aligned =
        Math.min(JournalLayout.USUAL_OBJECT_BYTES, objectBytes) / Long.BYTES * Long.BYTES;
    return run(limits, (int) aligned);
  }

  private Result run(StoreLimits store, int objectBytes) {
    RankConfig.Limits usual = RankConfig.Limits.usual();
    MeasuredRank rank =
        new MeasuredRank(
            new MeasuredObjects(),
            new RankConfig.Limits(store, usual.sessions(), usual.service()),
            objectBytes);
    List<MeasuredClient> machines = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      machines.add(rank.client());
    }
    BuildTrace build = new BuildTrace(rank, machines, directories, seed);
    build.begin(jobs);
    rank.run(() -> build.progress() > WARM_UP);
    long begin = rank.now();
    ObjectTally.Counts before = rank.tally().counts();
    long updates = build.updates();
    long stats = build.stats();
    long lookups = build.lookups();
    rank.takeJournalLength();
    rank.run(() -> build.progress() >= 1);
    double seconds = (double) (rank.now() - begin) / TimeUnit.SECONDS.toNanos(1);
    ObjectTally.Counts counts = rank.tally().counts().since(before);
    MeasuredRank.JournalLength length = rank.takeJournalLength();
    return new Result(
        seconds,
        build.updates() - updates,
        new Questions(build.stats() - stats, build.lookups() - lookups),
        counts,
        length.meanBytes() * seconds / counts.journal().bytes(),
        length.mostBytes());
  }
}
