package io.pando.sim.scale;

import io.pando.fs.Ino;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.rank.RankConfig;
import io.pando.random.Random64;
import java.util.concurrent.TimeUnit;

/**
 * Cold {@code stat} of random names in one large directory, by a client with 64 requests at a time.
 *
 * @param files number of files in the directory
 * @param lookups number of names
 * @param seed of the names
 */
public record LookupRun(int files, int lookups, long seed) {
  /**
   * What it took.
   *
   * @param reads calls that read rows of the directory
   * @param rows rows in memory at the end
   * @param seconds simulated time, where a read of an object takes 2 ms
   */
  public record Result(long reads, long rows, double seconds) {}

  /** Runs it. */
  public Result run() {
    GeneratedFiles tree = new GeneratedFiles(1, files, false);
    MeasuredRank rank =
        new MeasuredRank(
            tree.objects(), RankConfig.Limits.usual(), JournalLayout.USUAL_OBJECT_BYTES);
    MeasuredClient client = rank.client();
    MeasuredWalk walk = new MeasuredWalk(rank);
    walk.lookUp(client, Ino.ROOT, tree.directoryName(0));
    walk.finish();
    Random64 random = new Random64(seed);
    long begin = rank.now();
    long before = rank.tally().counts().rowReads();
    for (int i = 0; i < lookups; i++) {
      walk.lookUp(client, tree.directory(0), tree.fileName(random.nextInt(files)));
    }
    walk.finish();
    return new Result(
        rank.tally().counts().rowReads() - before,
        rank.rowsInMemory(),
        (double) (rank.now() - begin) / TimeUnit.SECONDS.toNanos(1));
  }
}
