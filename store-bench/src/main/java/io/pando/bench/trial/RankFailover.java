package io.pando.bench.trial;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.UserError;
import io.pando.client.Cluster;
import io.pando.client.file.PandoFileSystem;
import io.pando.cluster.files.MdsInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stops the metadata server that holds the rank of a file system, under the load of clients that
 * make and remove names, and measures the time until an update is answered that began when it was
 * stopped.
 */
final class RankFailover implements AutoCloseable {
  private static final Duration FOLLOWED = Duration.ofSeconds(3);
  private static final int WRITERS = 4;
  private static final int FILLERS = 32;
  private static final int TARGET_BYTES = 1_000;

  private final TrialCluster trial;
  private final Cluster client;
  private final TrialRank rank;
  private final PandoFileSystem files;
  private final LoadThreads load = new LoadThreads();
  private final AtomicBoolean ended = new AtomicBoolean();
  private int rounds;

  private RankFailover(TrialCluster trial, Cluster client, TrialRank rank) {
    this.trial = trial;
    this.client = client;
    this.rank = rank;
    this.files = client.fileSystem(TrialRank.NAME);
  }

  /**
   * Makes a file system in a cluster with metadata servers.
   *
   * @param standbyReplay whether a standby follows the journal
   * @param journalMib bytes of names that are made before, and fill the journal
   */
  static RankFailover prepare(TrialCluster trial, boolean standbyReplay, int journalMib)
      throws InterruptedException {
    Cluster client = trial.connect();
    TrialRank rank = TrialRank.create(trial, client, standbyReplay);
    RankFailover prepared = new RankFailover(trial, client, rank);
    rank.awaitServed();
    prepared.files.mkdirs("/load");
    prepared.fill((long) journalMib << 20);
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      prepared.load.start(() -> prepared.write(writer));
    }
    return prepared;
  }

  /** Makes names whose records have that many bytes, or a few more. */
  private void fill(long bytes) {
    LoadThreads fillers = new LoadThreads();
    AtomicLong number = new AtomicLong();
    String target = "t".repeat(TARGET_BYTES);
    files.mkdirs("/fill");
    for (int i = 0; i < FILLERS; i++) {
      fillers.start(() -> {
        for (long next = number.incrementAndGet();
            next * TARGET_BYTES < bytes;
            next = number.incrementAndGet()) {
          files.symlink(target, "/fill/" + next);
        }
      });
    }
    fillers.join();
    files.sync();
  }

  private void write(int writer) {
    for (long i = 0; !ended.get(); i++) {
      String path = "/load/" + writer + "-" + i % 1_000;
      if (i >= 1_000) {
        files.remove(path);
      }
      files.symlink("load", path);
    }
  }

  Failover.Result round(Absence absence) throws IOException, InterruptedException {
    rank.awaitServed();
    boolean never = BoundedWait.until(FOLLOWED, () -> false);
    MdsInfo holder = rank.holder();
    if (never || holder == null) {
      throw UserError.failed("the rank lost its holder before the round");
    }
    String victim = holder.node().toString();
    long beganNanos = System.nanoTime();
    absence.begin(trial.processes(), victim);
    files.symlink("round", "/round-" + rounds++);
    long nanos = System.nanoTime() - beganNanos;
    absence.end(trial.processes(), victim);
    return new Failover.Result(victim, nanos);
  }

  @Override
  public void close() {
    ended.set(true);
    load.join();
    files.close();
    client.close();
  }
}
