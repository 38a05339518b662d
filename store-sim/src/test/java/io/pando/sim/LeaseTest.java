package io.pando.sim;

import static io.pando.sim.SimCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.Placement;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.random.Random64;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A primary that others have replaced and that does not know of it, and a reader that hears of no
 * newer map and continues to ask that one: it never gets the data from before the last write that
 * was acknowledged.
 */
class LeaseTest {
  private static final String OBJECT = "x";
  private static final int FASTEST_PPM = 5_000;

  /** What keeps the primary from hearing of its successor. */
  enum Trouble {
    /** It is stopped, and continues later. */
    PAUSE,
    /** Nothing gets to it or from it but clients' requests. */
    CUT_OFF,
    /** It hears only clients; its own messages arrive. */
    DEAF,
    /** The others hear nothing of it. */
    MUTE
  }

  private record Read(long startedNanos, String got) {}

  private final List<Read> reads = new ArrayList<>();
  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));

  @ParameterizedTest
  @CsvSource({
    "PAUSE, 1",
    "PAUSE, 2",
    "PAUSE, 3",
    "PAUSE, 4",
    "PAUSE, 5",
    "PAUSE, 6",
    "CUT_OFF, 1",
    "CUT_OFF, 2",
    "CUT_OFF, 3",
    "CUT_OFF, 4",
    "CUT_OFF, 5",
    "CUT_OFF, 6",
    "DEAF, 1",
    "DEAF, 2",
    "DEAF, 3",
    "DEAF, 4",
    "MUTE, 1",
    "MUTE, 2",
    "MUTE, 3",
    "MUTE, 4"
  })
  void nobodyReadsWhatWasReplaced(Trouble trouble, long seed) {
    Random64 random = new Random64(seed * 7);
    cluster = new SimCluster(seed, new SimCluster.Shape(3, 3, 1 + random.nextInt(2))).formed();
    Cluster writer = cluster.connect();
    cluster.await(writer.admin().changeAsync(new Change.CreatePool("data", 4, 3, 2, null)));
    List<NodeId> others = cluster.fabric().living(NodeId.Role.CLIENT);
    Cluster reader = cluster.connect();
    NodeId readersNode =
        cluster.fabric().living(NodeId.Role.CLIENT).stream()
            .filter(node -> !others.contains(node))
            .findFirst()
            .orElseThrow();
    write(writer.pool("data"), "old");
    assertThat(cluster.await(read(reader.pool("data")))).isEqualTo("old");

    NodeId primary = primary(writer).node();
    drift(primary, random);
    cluster.apply(
        new Fault.Link(
            new LinkFault.Cut(new Nodes.OfRole(NodeId.Role.MON), Nodes.of(readersNode))));
    List<Fault> faults = faults(trouble, primary);
    cluster.world().runFor(random.between(0, SECOND));
    keepReading(reader.pool("data"), 0);
    faults.forEach(cluster::apply);
    if (seed % 2 == 0) {
      // Long before its lease is over.
      cluster.await(writer.admin().changeAsync(new Change.MarkDown(List.of(primary.osd()))));
    }
    // A write that the old primary took would keep it from answering reads.
    cluster.awaitUp(writer, 2);
    write(writer.pool("data"), "new");
    long acknowledgedNanos = cluster.world().nowNanos();
    keepReading(reader.pool("data"), 0);
    cluster.world().runFor(random.between(0, 4 * SECOND));
    keepReading(reader.pool("data"), 0);
    faults.forEach(cluster::lift);
    cluster.world().runFor(5 * SECOND);
    cluster.fabric().liftAll();
    cluster.world().runFor(10 * SECOND);

    List<Read> late =
        reads.stream().filter(read -> read.startedNanos() >= acknowledgedNanos).toList();
    assertThat(late).isNotEmpty().allMatch(read -> read.got().equals("new"));
    assertThat(reads).anyMatch(read -> read.startedNanos() < acknowledgedNanos);
  }

  /** As bad as it may be: the primary's clock is slow, the others' are fast. */
  private void drift(NodeId primary, Random64 random) {
    for (int osd = 0; osd < 3; osd++) {
      NodeId node = new OsdId(osd).node();
      int ppm = node.equals(primary) ? -FASTEST_PPM : FASTEST_PPM;
      if (random.nextBoolean()) {
        cluster.apply(new Fault.Drift(node, ppm));
      }
    }
  }

  private static List<Fault> faults(Trouble trouble, NodeId primary) {
    Nodes it = Nodes.of(primary);
    Nodes osds = new Nodes.OfRole(NodeId.Role.OSD);
    Nodes monitors = new Nodes.OfRole(NodeId.Role.MON);
    List<Fault> deaf =
        List.of(
            new Fault.Link(new LinkFault.Cut(osds, it)),
            new Fault.Link(new LinkFault.Cut(monitors, it)));
    List<Fault> mute =
        List.of(
            new Fault.Link(new LinkFault.Cut(it, osds)),
            new Fault.Link(new LinkFault.Cut(it, monitors)));
    List<Fault> both = new ArrayList<>(deaf);
    both.addAll(mute);
    return switch (trouble) {
      case PAUSE -> List.of(new Fault.Paused(primary));
      case CUT_OFF -> both;
      case DEAF -> deaf;
      case MUTE -> mute;
    };
  }

  private OsdId primary(Cluster client) {
    io.pando.cluster.PoolInfo pool =
        Objects.requireNonNull(client.admin().map().pools().get(client.pool("data").id()));
    PgId group = Placement.group(pool, Placement.object(OBJECT));
    return new Placement().locate(client.admin().map(), group).primary().orElseThrow();
  }

  private void write(Pool pool, String text) {
    cluster.await(
        pool.writeFullAsync(OBJECT, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))));
  }

  private static CompletableFuture<String> read(Pool pool) {
    return pool.readAsync(OBJECT)
        .thenApply(bytes -> new String(bytes.toByteArray(), StandardCharsets.UTF_8));
  }

  /** Read after read; one that fails, as at its deadline, says nothing. */
  private void keepReading(Pool pool, int turn) {
    long startedNanos = cluster.world().nowNanos();
    var _ =
        read(pool)
            .whenComplete((got, failure) -> {
              if (failure == null) {
                reads.add(new Read(startedNanos, got));
              }
              if (turn < 5_000) {
                cluster
                    .world()
                    .at(cluster.world().nowNanos() + 3_000_000, () -> keepReading(pool, turn + 1));
              }
            });
  }
}
