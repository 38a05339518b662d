package io.pando.bench.study;

import io.pando.bench.trial.NetBytes;
import io.pando.bench.trial.ProcessTotals;
import io.pando.bench.trial.SteadyWriter;
import io.pando.bench.trial.TrialCluster;
import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.UserError;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Fills a cluster with a spare OSD, removes another OSD for good, puts the spare in its place, and
 * measures the time until all copies or fragments exist again. Clients may write during that time.
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
   * @param lossesBefore OSDs that are lost and replaced one after the other before the one whose
   *     loss is measured, so that the others run compiled code
   */
  record Load(long objects, int sizeBytes, int clients, int lossesBefore) {}

  /**
   * Results.
   *
   * @param copies copies or fragments that were made, as the OSDs counted them
   * @param use what all daemons used during recovery
   * @param netBytes bytes that OSDs sent to OSDs during recovery
   * @param before latencies of clients' writes before the loss of the OSD, in nanoseconds
   * @param meanwhile latencies of clients' writes from then until all groups were clean
   */
  record Result(
      long copies,
      long nanos,
      ProcessTotals use,
      long netBytes,
      Histogram before,
      Histogram meanwhile) {}

  Result run() throws IOException, InterruptedException {
    int used = trial.config().osds().size() - 1 - load.lossesBefore();
    List<OsdId> spares =
        IntStream.rangeClosed(0, load.lossesBefore()).mapToObj(i -> new OsdId(used + i)).toList();
    try (Cluster client = trial.connect()) {
      client.admin().change(new Change.MarkOut(spares));
      CleanWait.await(client, PATIENCE);
      Pool pool = client.pool(TrialCluster.POOL).withTimeout(PATIENCE);
      int atATime = Math.clamp(FILL_BYTES / load.sizeBytes(), 1, MOST_AT_A_TIME);
      new ObjectFill(pool, "object/", load.sizeBytes(), atATime).write(load.objects());
      CleanWait.await(client, PATIENCE);
      try (SteadyWriter writer = new SteadyWriter(pool, load.clients(), 4096)) {
        awaitWrites(writer, 200L * load.clients());
        Histogram before = writer.take();
        for (int loss = 0; loss < load.lossesBefore(); loss++) {
          measure(client, new OsdId(loss), spares.get(loss), writer, before);
        }
        return measure(client, new OsdId(load.lossesBefore()), spares.getLast(), writer, before);
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
    List<OsdId> rest =
        trial.config().osds().stream()
            .map(entry -> new OsdId(entry.id()))
            .filter(osd -> osd.compareTo(victim) > 0)
            .toList();
    long sent = NetBytes.sent(trial.config(), rest);
    long copied = copied(client);
    long beganNanos = System.nanoTime();
    client.admin().change(new Change.MarkOut(List.of(victim)));
    client.admin().change(new Change.MarkIn(List.of(spare)));
    CleanWait.await(client, PATIENCE);
    long nanos = System.nanoTime() - beganNanos;
    ProcessTotals use = ProcessTotals.of(trial.processes().running()).since(used);
    long netBytes = NetBytes.sent(trial.config(), rest) - sent;
    Histogram meanwhile = writer.take();
    // The OSDs' counters arrive with their next beacon.
    BoundedWait.until(REPORT_PATIENCE, () -> copied(client) - copied >= load.objects());
    return new Result(copied(client) - copied, nanos, use, netBytes, before, meanwhile);
  }

  private static void awaitWrites(SteadyWriter writer, long count) throws InterruptedException {
    if (!BoundedWait.until(PATIENCE, () -> writer.written() >= count)) {
      throw UserError.failed("clients cannot write");
    }
  }

  private static long copied(Cluster client) {
    return client.admin().osds().stream().mapToLong(osd -> osd.repairs().recoveredObjects()).sum();
  }
}
