package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.process.RunFolder;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.id.Address;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A monitor and an OSD, processes with the heaps that they have by default, while a client works
 * and others do what they like: ten times what ended daemons once. One test from beginning to end,
 * since starting processes takes long, and what one attack has left must not help the next.
 */
class HostilePeersTest {
  private static final String POOL = "p";
  private static final int BIG_BYTES = 16 << 20;
  private static final int WARM_UP_ROUNDS = 4;

  /** The bounds of decision 0029 add up to about 80 MB for an OSD. */
  private static final int MOST_GROWTH_BYTES = 100_000_000;

  private static final int HEADERS_TO_OSD = 250;
  private static final int HEADERS_TO_MONITOR = 290;
  private static final int READERS = 120;
  private static final int READS_OF_EACH = 6;
  private static final int BIG_OBJECTS = 4;
  private static final int BABBLERS = 4;
  private static final int BABBLES = 500;

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  /** A process whose memory is watched, and what it had at most before anybody was hostile. */
  private record Watched(String name, ResidentMemory memory, long beforeBytes) {
    static Watched of(ClusterConfig config, String name, WorkingClient client) throws Exception {
      ResidentMemory memory = new ResidentMemory(RunFolder.of(config).running(name).orElseThrow());
      client.awaitMore(40);
      return new Watched(name, memory, memory.takeMostBytes());
    }

    void assertNoGrowth(String attack) {
      assertThat(memory.takeMostBytes() - beforeBytes)
          .as("growth of %s by %s", name, attack)
          .isLessThan(MOST_GROWTH_BYTES);
    }
  }

  private interface Attack {
    void on(HostilePeer peer) throws IOException;
  }

  @Test
  void strangersEndNoDaemonAndFailNoClient() throws Exception {
    ClusterConfig config = up();
    try (Cluster cluster = CommandContext.connect(config)) {
      cluster.admin().change(new Change.CreatePool(POOL, 8, 1, 1, null));
      Pool pool = cluster.pool(POOL);
      ClusterMap map = cluster.admin().map();
      OsdInfo osd = Objects.requireNonNull(map.osds().get(new OsdId(0)));
      Address osdAddress = Objects.requireNonNull(osd.address());
      Address monitor = config.monitors().getFirst().address();
      try (WorkingClient client = new WorkingClient(pool)) {
        warmUp(pool);
        List<Watched> watched =
            List.of(Watched.of(config, "osd.0", client), Watched.of(config, "mon.0", client));
        Attack headers =
            peer -> {
              for (int i = 0; i < HEADERS_TO_OSD; i++) {
                peer.announce(osdAddress, i % osd.endpoint().shards());
              }
              for (int i = 0; i < HEADERS_TO_MONITOR; i++) {
                peer.announce(monitor, 0);
              }
            };
        Attack readers =
            peer -> {
              for (int i = 0; i < READERS; i++) {
                String name = "big " + i % BIG_OBJECTS;
                peer.askAndNeverRead(map, pool.id(), name, BIG_BYTES, READS_OF_EACH);
              }
            };
        carryOut("headers without bodies", headers, config, client, watched);
        carryOut("readers that do not read", readers, config, client, watched);
        long linesBefore = logLines(config);
        Attack nonsense = _ -> babble(config, List.of(osdAddress, monitor));
        carryOut("nonsense", nonsense, config, client, watched);
        assertThat(logLines(config) - linesBefore).isLessThan(50);
        watched.forEach(it -> it.memory().close());
      }
    }
    assertThat(new Shell(temp).run("down").status()).isZero();
  }

  private static void carryOut(
      String name, Attack attack, ClusterConfig config, WorkingClient client, List<Watched> watched)
      throws IOException {
    try (HostilePeer peer = new HostilePeer(config.cluster())) {
      attack.on(peer);
      client.awaitMore(60);
    }
    watched.forEach(it -> it.assertNoGrowth(name));
  }

  private ClusterConfig up() throws Exception {
    Path data = temp.resolve("data");
    ClusterConfig config = ClusterConfig.read(NewCluster.write(data, 1, 1, 0));
    Daemons.up(new Shell(temp), data);
    return config;
  }

  /** What clients do: large objects, as many at a time as is usual, until the heap is used. */
  private static void warmUp(Pool pool) {
    byte[] bytes = new byte[BIG_BYTES];
    new Random64(1).nextBytes(bytes);
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      all(BIG_OBJECTS, i -> pool.writeFullAsync("big " + i, ByteBuffer.wrap(bytes)));
      for (int reads = 0; reads < 4; reads++) {
        all(2 * BIG_OBJECTS, i -> pool.readAsync("big " + i % BIG_OBJECTS, 0, BIG_BYTES));
      }
    }
  }

  private static void all(int count, IntFunction<CompletableFuture<?>> begin) {
    CompletableFuture.allOf(
            IntStream.range(0, count).mapToObj(begin).toArray(CompletableFuture<?>[]::new))
        .join();
  }

  private static void babble(ClusterConfig config, List<Address> daemons) {
    CompletableFuture<?>[] babblers = new CompletableFuture<?>[BABBLERS];
    for (int i = 0; i < BABBLERS; i++) {
      Address daemon = daemons.get(i % daemons.size());
      babblers[i] =
          CompletableFuture.runAsync(() -> {
            try (HostilePeer peer = new HostilePeer(config.cluster())) {
              for (int n = 0; n < BABBLES; n++) {
                peer.babble(daemon);
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    CompletableFuture.allOf(babblers).join();
  }

  private static long logLines(ClusterConfig config) throws Exception {
    long lines = 0;
    try (Stream<Path> files = Files.walk(config.file().resolveSibling("log"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try (Stream<String> all = Files.lines(file)) {
          lines += all.count();
        }
      }
    }
    return lines;
  }
}
