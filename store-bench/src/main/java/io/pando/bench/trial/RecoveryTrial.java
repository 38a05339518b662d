package io.pando.bench.trial;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.UserError;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.report.group.GroupStats;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.HdrHistogram.Histogram;

/**
 * Fills a cluster with a spare OSD, removes another OSD for good, puts the spare in its place, and
 * measures the time until all copies exist again. Clients may write during that time.
 */
record RecoveryTrial(TrialCluster trial, Load load) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration REPORT_PATIENCE = Duration.ofSeconds(10);
  private static final int FILL_BYTES = 64 << 20;
  private static final int MOST_AT_A_TIME = 256;

  /**
   * Stored objects, and clients that write during recovery.
   *
   * @param clients number of clients, each of which writes objects of 4 KiB one after the other
   */
  record Load(long objects, int sizeBytes, int clients) {}

  /**
   * Results.
   *
   * @param copies copies that were made, as the OSDs counted them
   * @param cpuNanos processor time of all daemons during recovery
   * @param residentBytes memory of the largest daemon at the end
   * @param before latencies of clients' writes before the loss of the OSD, in nanoseconds
   * @param meanwhile latencies of clients' writes from then until all groups were clean
   */
  record Result(
      long copies,
      long nanos,
      long cpuNanos,
      long residentBytes,
      Histogram before,
      Histogram meanwhile) {}

  Result run() throws IOException, InterruptedException {
    OsdId victim = new OsdId(0);
    OsdId spare = new OsdId(trial.config().osds().size() - 1);
    try (Cluster client = trial.connect()) {
      client.admin().change(new Change.MarkOut(List.of(spare)));
      awaitAllCopies(client);
      Pool pool = client.pool(TrialCluster.POOL).withTimeout(PATIENCE);
      fill(pool);
      awaitAllCopies(client);
      try (SteadyWriter writer = new SteadyWriter(pool, load.clients(), 4096)) {
        awaitWrites(writer, 200L * load.clients());
        Histogram before = writer.take();
        return measure(client, victim, spare, writer, before);
      }
    }
  }

  private Result measure(
      Cluster client, OsdId victim, OsdId spare, SteadyWriter writer, Histogram before)
      throws IOException, InterruptedException {
    trial.processes().kill(victim.toString());
    client.admin().change(new Change.MarkDown(List.of(victim)));
    // The change of primaries is not measured here; it is over when clients write again.
    awaitWrites(writer, 10L * load.clients());
    writer.take();
    ProcessTotals used = ProcessTotals.of(trial.processes().running());
    long copied = copied(client);
    long beganNanos = System.nanoTime();
    client.admin().change(new Change.MarkOut(List.of(victim)));
    client.admin().change(new Change.MarkIn(List.of(spare)));
    awaitAllCopies(client);
    long nanos = System.nanoTime() - beganNanos;
    ProcessTotals use = ProcessTotals.of(trial.processes().running()).since(used);
    Histogram meanwhile = writer.take();
    // The OSDs' counters arrive with their next beacon.
    BoundedWait.until(REPORT_PATIENCE, () -> copied(client) - copied >= load.objects());
    return new Result(
        copied(client) - copied, nanos, use.cpuNanos(), use.residentBytes(), before, meanwhile);
  }

  private static void awaitWrites(SteadyWriter writer, long count) throws InterruptedException {
    if (!BoundedWait.until(PATIENCE, () -> writer.written() >= count)) {
      throw UserError.failed("clients cannot write");
    }
  }

  private static long copied(Cluster client) {
    return client.admin().osds().stream().mapToLong(osd -> osd.repairs().recoveredObjects()).sum();
  }

  private void awaitAllCopies(Cluster client) throws InterruptedException {
    if (!BoundedWait.until(PATIENCE, () -> hasAllCopies(client))) {
      throw UserError.failed(
          "not all groups are clean after %s s: %s"
              .formatted(PATIENCE.toSeconds(), client.admin().status().groups()));
    }
  }

  private static boolean hasAllCopies(Cluster client) {
    try {
      long epoch = client.admin().map().epoch();
      List<GroupStats> groups = client.admin().groups();
      return !groups.isEmpty()
          && groups.stream()
              .allMatch(group ->
                  group.mapping().epoch() >= epoch
                      && group.states().toString().equals("[ACTIVE, CLEAN]"));
    } catch (PandoException notNow) {
      // The monitors may be electing a leader; retried until the time is over.
      return false;
    }
  }

  private void fill(Pool pool) throws InterruptedException {
    byte[] bytes = new byte[load.sizeBytes()];
    new Random64(load.sizeBytes()).nextBytes(bytes);
    ByteBuffer data = ByteBuffer.wrap(bytes);
    int atATime = Math.clamp(FILL_BYTES / load.sizeBytes(), 1, MOST_AT_A_TIME);
    Semaphore free = new Semaphore(atATime);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    for (long i = 0; i < load.objects() && failures.isEmpty(); i++) {
      free.acquire();
      var _ =
          pool.writeFullAsync("object/" + i, data.duplicate())
              .whenComplete((_, failure) -> {
                if (failure != null) {
                  failures.add(failure);
                }
                free.release();
              });
    }
    free.acquire(atATime);
    if (!failures.isEmpty()) {
      throw UserError.failed("the cluster could not be filled: " + failures.peek());
    }
  }
}
