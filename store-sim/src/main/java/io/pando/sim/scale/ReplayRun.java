package io.pando.sim.scale;

import io.pando.mds.journal.JournalLayout;
import io.pando.mds.rank.RankConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The journal of a large build ({@link BuildTrace}), of which nothing was cut, as the holder of a
 * rank leaves it when it fails.
 */
public final class ReplayRun {
  private static final int CLIENTS = 4;
  private static final int JOBS = 64;

  /** Until the compilations have ended that were begun last. */
  private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final MeasuredObjects objects = new MeasuredObjects();
  private final long bytes;
  private final long updates;

  /**
   * Runs the build.
   *
   * @param directories number of directories with source files
   * @param seed of the operations
   */
  public ReplayRun(int directories, long seed) {
    RankConfig.Limits limits = RankConfig.Limits.usual();
    MeasuredRank rank = new MeasuredRank(objects, limits, JournalLayout.USUAL_OBJECT_BYTES);
    List<MeasuredClient> machines = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      machines.add(rank.client());
    }
    BuildTrace build = new BuildTrace(rank, machines, directories, seed);
    build.begin(JOBS);
    rank.run(() -> build.progress() >= 1);
    rank.run(LAST_NANOS);
    this.bytes = rank.tally().counts().journal().bytes();
    this.updates = build.updates();
    if (bytes > limits.store().targetBytes()) {
      throw new IllegalArgumentException(
          "a part of the journal of a build of %d directories was cut".formatted(directories));
    }
  }

  /** Bytes of the records in the journal. */
  public long bytes() {
    return bytes;
  }

  /** Changes of programs in the journal. */
  public long updates() {
    return updates;
  }

  /** The journal. */
  public JournalCopy journal() {
    return JournalCopy.of(objects);
  }
}
