package io.pando.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Placement;
import io.pando.disk.raw.OfflineStore;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes whose disks are changed behind their backs: bytes are spoilt while an OSD runs, objects
 * removed while it does not, and a disk is restored to an earlier state. No operator orders a
 * repair: each change is found, reported and repaired. One test from beginning to end, since
 * starting processes takes long.
 */
class TamperedProcessesTest {
  private static final String POOL = "rbd";
  private static final int OBJECTS = 120;
  private static final int BLOCK = 4096;

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  @Test
  void whatWasDoneToDisksIsFoundToldAndRepaired() throws Exception {
    ClusterConfig config = up();
    try (Cluster client = CommandContext.connect(config)) {
      Pool pool = client.pool(POOL);
      for (int i = 0; i < OBJECTS; i++) {
        pool.writeFull("o" + i, ByteBuffer.wrap(bytes(i)));
      }
      Progress.awaitClean(client, 3);
      spoilBytesOfARunningOsd(config, client);
      removeObjectsOfAKilledOsd(config, client, pool);
      putADiskBack(config, client, pool);
      assertThat(new Shell(temp).run("repair").out())
          .contains("4 groups compared in 4 rounds")
          .contains("objects that differed: 0, left: 0");
    }
    assertThat(new Shell(temp).run("down").status()).isZero();
    StoredReplicas.open(config).assertEqualEverywhere();
  }

  private ClusterConfig up() throws Exception {
    Path data = temp.resolve("data");
    ClusterConfig config =
        TestCluster.layOut(
            data,
            "osd: {capacity: 64MiB, scrub_every: 3s, deep_scrub_every: 7s, repair_every: 2s}");
    Shell shell = new Shell(temp);
    Daemons.up(shell, data);
    assertThat(shell.run("pool", "create", POOL, "4").err()).isEmpty();
    return config;
  }

  private static byte[] bytes(int number) {
    byte[] bytes = new byte[2 * BLOCK];
    new Random64(number).nextBytes(bytes);
    return bytes;
  }

  /** Wherever the data file has the first block of some objects, it has other bytes then. */
  private static void spoilBytesOfARunningOsd(ClusterConfig config, Cluster client)
      throws Exception {
    long before = repaired(client, 0) + repaired(client, 1) + repaired(client, 2);
    List<byte[]> wanted = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      wanted.add(Arrays.copyOf(bytes(i), BLOCK));
    }
    int spoilt = 0;
    for (Path file : files(config, 0, "block")) {
      spoilt += spoil(file, wanted);
    }
    assertThat(spoilt).isEqualTo(10);
    Progress.await(
        "spoilt bytes are repaired",
        () -> repaired(client, 0) + repaired(client, 1) + repaired(client, 2) - before,
        10);
  }

  private static int spoil(Path file, List<byte[]> wanted) throws IOException {
    int spoilt = 0;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocate(BLOCK);
      for (long at = 0; at + BLOCK <= channel.size(); at += BLOCK) {
        channel.read(block.clear(), at);
        if (wanted.stream().anyMatch(bytes -> Arrays.equals(bytes, block.array()))) {
          channel.write(ByteBuffer.wrap("spoilt".getBytes(UTF_8)), at + 100);
          spoilt++;
        }
      }
    }
    return spoilt;
  }

  private static void removeObjectsOfAKilledOsd(ClusterConfig config, Cluster client, Pool pool)
      throws Exception {
    // The OSD that is started again counts from zero.
    long before = repaired(client, 0) + repaired(client, 2);
    Daemons.kill(config, "osd.1");
    int removed = 0;
    var described = Objects.requireNonNull(client.admin().map().pools().get(pool.id()));
    for (Path shard : shards(config, 1)) {
      try (OfflineStore store = OfflineStore.open(shard)) {
        for (int i = 20; i < 30; i++) {
          ObjectId object = Placement.object("o" + i);
          CollectionId in = CollectionId.of(Placement.group(described, object));
          if (store.volume().collections().contains(in)) {
            store.commit(Transaction.of(new StoreOp.Remove(in, object)));
            removed++;
          }
        }
      }
    }
    assertThat(removed).isEqualTo(10);
    Daemons.startOsd(config, 1);
    Progress.await(
        "removed objects are there again",
        () -> repaired(client, 0) + repaired(client, 1) + repaired(client, 2) - before,
        10);
    Progress.awaitClean(client, 3);
  }

  private static void putADiskBack(ClusterConfig config, Cluster client, Pool pool)
      throws Exception {
    Daemons.kill(config, "osd.2");
    Path disk = config.osdNumbered(2).data().resolve("store");
    Path old = disk.resolveSibling("old");
    copy(disk, old);
    Daemons.startOsd(config, 2);
    Progress.awaitClean(client, 3);
    for (int i = 40; i < 60; i++) {
      pool.writeFull("o" + i, ByteBuffer.wrap(bytes(1_000 + i)));
    }
    pool.remove("o60");
    pool.writeFull("new", ByteBuffer.wrap(bytes(7)));
    Daemons.kill(config, "osd.2");
    remove(disk);
    Files.move(old, disk, StandardCopyOption.ATOMIC_MOVE);
    Daemons.startOsd(config, 2);
    Progress.await(
        "the disk that was put back is told", () -> isTold(client, "OSD_ROLLED_BACK") ? 1 : 0, 1);
    Progress.awaitClean(client, 3);
  }

  private static boolean isTold(Cluster client, String code) {
    return client.admin().status().health().checks().stream()
        .anyMatch(check -> check.code().equals(code));
  }

  /** Objects that an OSD's groups had repaired since it was started. */
  private static long repaired(Cluster client, int osd) {
    return client.admin().osds().stream()
        .filter(stats -> stats.osd().equals(new OsdId(osd)))
        .mapToLong(stats -> stats.repairs().scrubbed().repaired())
        .sum();
  }

  private static List<Path> files(ClusterConfig config, int osd, String name) throws Exception {
    try (Stream<Path> files = Files.walk(config.osdNumbered(osd).data().resolve("store"))) {
      return files.filter(file -> file.endsWith(name)).toList();
    }
  }

  private static List<Path> shards(ClusterConfig config, int osd) throws Exception {
    return files(config, osd, "block").stream().map(Path::getParent).toList();
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void remove(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = new ArrayList<>(all.toList());
    }
    for (Path file : files.reversed()) {
      Files.delete(file);
    }
  }
}
