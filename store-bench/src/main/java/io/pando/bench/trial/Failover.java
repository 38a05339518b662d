package io.pando.bench.trial;

import io.pando.check.Invariant;
import io.pando.cli.command.UserError;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Placement;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Stops a daemon of a cluster and measures the time until the cluster serves clients again; then
 * restarts the daemon and waits until all groups are clean.
 */
final class Failover {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Kind of failure. */
  enum Kind {
    kill("kill -9 of a primary until every group of it was written"),
    pause("SIGSTOP of a primary until every group of it was written"),
    monitor("kill -9 of the leading monitor until the map was changed"),
    mds("kill -9 of the metadata server of a rank until a name was made"),
    mds_pause("SIGSTOP of the metadata server of a rank until a name was made"),
    client("kill -9 of a client that writes to a file until another one has written to it");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    /** Whether a metadata server is stopped. */
    boolean isOfRank() {
      return this == mds || this == mds_pause;
    }

    /** Metadata servers of the cluster. */
    int metadataServers() {
      return isOfRank() ? 3 : this == client ? 1 : 0;
    }
  }

  /** Measured time. */
  record Result(String victim, long nanos) {}

  private final TrialCluster trial;
  private int rounds;

  Failover(TrialCluster trial) {
    this.trial = trial;
  }

  Result round(Kind kind) throws IOException, InterruptedException {
    try (Cluster client = trial.connect()) {
      Result result = kind == Kind.monitor ? monitor(client) : primary(client, kind);
      rounds++;
      if (!trial.awaitClean(client, PATIENCE)) {
        throw UserError.failed(
            "not all groups are clean %s s after %s came back: %s"
                .formatted(
                    PATIENCE.toSeconds(), result.victim(), client.admin().status().groups()));
      }
      return result;
    }
  }

  private Result primary(Cluster client, Kind kind) throws IOException {
    OsdId victim = new OsdId(rounds % trial.config().osds().size());
    Pool pool = client.pool(TrialCluster.POOL).withTimeout(PATIENCE);
    List<String> objects = ledBy(client.admin().map(), pool, victim);
    // Connections are opened first, so that only the loss is measured.
    write(pool, objects);
    Absence absence = kind == Kind.kill ? Absence.KILLED : Absence.PAUSED;
    long beganNanos = System.nanoTime();
    absence.begin(trial.processes(), victim.toString());
    write(pool, objects);
    long nanos = System.nanoTime() - beganNanos;
    absence.end(trial.processes(), victim.toString());
    return new Result(victim.toString(), nanos);
  }

  /** The name of an object in every group of which the OSD is the primary. */
  private static List<String> ledBy(ClusterMap map, Pool pool, OsdId primary) {
    Placement placement = new Placement();
    io.pando.cluster.PoolInfo known =
        Invariant.present(map.pools().get(pool.id()), () -> "no " + pool + " in the map");
    SortedMap<PgId, String> names = new TreeMap<>();
    for (int i = 0; i < 10_000; i++) {
      PgId group = Placement.group(known, Placement.object("object" + i));
      if (placement.locate(map, group).primary().filter(primary::equals).isPresent()) {
        names.putIfAbsent(group, "object" + i);
      }
    }
    if (names.isEmpty()) {
      throw UserError.failed(primary + " leads no group: there is nothing to measure");
    }
    return List.copyOf(names.values());
  }

  private void write(Pool pool, List<String> objects) {
    ByteBuffer data = ByteBuffer.wrap(("round " + rounds).getBytes(StandardCharsets.UTF_8));
    List<CompletableFuture<?>> all = new ArrayList<>();
    objects.forEach(object -> all.add(pool.writeFullAsync(object, data.duplicate())));
    all.forEach(CompletableFuture::join);
  }

  private Result monitor(Cluster client) throws IOException {
    NodeId leader = client.admin().monitors().leader();
    if (leader == null) {
      throw UserError.failed("the monitors have no leader");
    }
    long beganNanos = System.nanoTime();
    trial.processes().kill(leader.toString());
    client.admin().change(new Change.SetFlag(ClusterFlag.NOOUT, rounds % 2 == 0));
    long nanos = System.nanoTime() - beganNanos;
    trial.processes().startAgain(leader.toString());
    return new Result(leader.toString(), nanos);
  }
}
