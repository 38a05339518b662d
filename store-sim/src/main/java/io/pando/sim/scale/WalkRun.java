package io.pando.sim.scale;

import io.pando.fs.Ino;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.rank.RankConfig;
import io.pando.report.files.ClientReport;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;

/**
 * Clients that list all directories of a file system, which gives them capabilities for all files:
 * some keep everything, and ignore that the server asks for it back; then one keeps to the rules.
 *
 * @param tree the files
 * @param limits of the rank
 * @param pauseNanos simulated time after each directory
 */
public record WalkRun(GeneratedFiles tree, RankConfig.Limits limits, long pauseNanos) {
  /** Files of the usual directories. */
  public static final int USUAL_FILES = 1_000;

  private static final long USUAL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /**
   * The usual rank, and directories of {@value #USUAL_FILES} files.
   *
   * @param files number of files
   */
  public static WalkRun usual(long files) {
    int directories = Math.toIntExact(files / USUAL_FILES);
    return new WalkRun(
        new GeneratedFiles(directories, USUAL_FILES, false),
        RankConfig.Limits.usual(),
        USUAL_PAUSE_NANOS);
  }

  /**
   * What the server had at the end, and at most.
   *
   * @param listed number of files that were listed
   * @param held number of capabilities of inodes, over all clients, at the end
   * @param mostHeld the same at most
   * @param mostRows rows in memory at most
   * @param recalls how often the last client was asked for inodes
   */
  public record Result(long listed, long held, long mostHeld, long mostRows, long recalls) {}

  /** A walk that can be looked at while it continues. */
  public final class Walk {
    private final MeasuredRank rank =
        new MeasuredRank(tree.objects(), limits, JournalLayout.USUAL_OBJECT_BYTES);
    private final MeasuredWalk walk = new MeasuredWalk(rank);
    private final ObjLongConsumer<Walk> progress;
    private long listed;
    private long mostHeld;
    private long mostRows;
    private long recalls;

    private Walk(ObjLongConsumer<Walk> progress) {
      this.progress = progress;
    }

    /** Capabilities of inodes, over all clients. */
    public long held() {
      return rank.report().clients().stream().mapToLong(ClientReport::inodes).sum();
    }

    /** A client lists the directories from one to another. */
    void list(boolean keepsEverything, int from, int to) {
      MeasuredClient client = rank.client();
      if (keepsEverything) {
        client.keepEverything();
      }
      walk.list(client, Ino.ROOT);
      for (int i = from; i < to; i++) {
        listed += walk.list(client, tree.directory(i));
        rank.run(pauseNanos);
        mostRows = Math.max(mostRows, rank.rowsInMemory());
        mostHeld = Math.max(mostHeld, held());
        progress.accept(this, listed);
      }
      recalls = client.recalls();
    }

    Result result() {
      return new Result(listed, held(), mostHeld, mostRows, recalls);
    }
  }

  /**
   * Runs it.
   *
   * @param keepers clients that keep everything; each lists its part of the directories, the last
   *     client lists all
   * @param progress told after each directory how many files were listed
   */
  public Result run(int keepers, ObjLongConsumer<Walk> progress) {
    Walk walk = new Walk(progress);
    for (int i = 0; i < keepers; i++) {
      walk.list(true, tree.directories() * i / keepers, tree.directories() * (i + 1) / keepers);
    }
    walk.list(false, 0, tree.directories());
    return walk.result();
  }

  /** Only one client, which keeps everything, lists the directories. */
  public Result fill(ObjLongConsumer<Walk> progress) {
    Walk walk = new Walk(progress);
    walk.list(true, 0, tree.directories());
    return walk.result();
  }
}
