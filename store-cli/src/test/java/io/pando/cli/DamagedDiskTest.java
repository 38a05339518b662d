package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.DaemonException;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks of a cluster in this process are rotten, cut, full, or another cluster's. */
class DamagedDiskTest {
  private static final List<String> NAMES =
      IntStream.range(0, 60).mapToObj(i -> "object " + i).toList();

  @TempDir private Path temp = Path.of("");

  @Test
  void rottenBlocksNeverGiveWrongBytes() throws Exception {
    ClusterConfig config = TestCluster.layOut(temp);
    try (TestCluster cluster = TestCluster.start(config)) {
      cluster.createPool("rbd", 8);
      for (String name : NAMES) {
        cluster.pool("rbd").writeFull(name, PutLoop.content(name));
      }
    }
    assertThat(rot(config.osdNumbered(0).data())).isPositive();
    try (TestCluster cluster = TestCluster.start(config)) {
      int read = 0;
      Pool pool = cluster.pool("rbd").withTimeout(Duration.ofSeconds(20));
      for (String name : NAMES) {
        try {
          assertThat(pool.read(name).toByteArray()).as(name).isEqualTo(PutLoop.content(name));
          read++;
        } catch (PandoException.Damaged told) {
          assertThat(told).hasMessageContaining(name);
        }
      }
      assertThat(read).isPositive();
    }
  }

  @Test
  void fullDisksAreSaidAndNothingIsLost() throws Exception {
    ClusterConfig config = TestCluster.layOut(temp, "osd: {capacity: 64MiB}");
    try (TestCluster cluster = TestCluster.start(config)) {
      cluster.createPool("rbd", 8);
      Pool pool = cluster.pool("rbd").withTimeout(Duration.ofSeconds(20));
      pool.writeFull("first", PutLoop.content("first"));
      ByteBuffer large = ByteBuffer.allocate(4 << 20);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 40; i++) {
                  pool.writeFull("large " + i, large.duplicate());
                }
              })
          .isInstanceOf(PandoException.NoSpace.class);
      assertThat(pool.read("first").toByteArray()).isEqualTo(PutLoop.content("first"));
      pool.remove("large 0");
    }
  }

  @Test
  void foldersOfAnotherClusterAreRefused() throws Exception {
    ClusterConfig mine = TestCluster.layOut(temp.resolve("mine"));
    TestCluster.start(mine).close();
    String text = Files.readString(mine.file());
    String other = text.replace(mine.cluster().toString(), "6a0e5e0a-5d0e-4a4e-9b0f-5b7e1e3f0c11");
    Files.writeString(mine.file(), other);
    assertThatThrownBy(() -> TestCluster.start(ClusterConfig.read(mine.file())))
        .isInstanceOf(DaemonException.class)
        .hasMessageContaining("mon.0")
        .hasMessageContaining("belongs to cluster " + mine.cluster());
  }

  @Test
  void aTakenPortIsNamed() throws Exception {
    ClusterConfig config = TestCluster.layOut(temp.resolve("a"));
    try (TestCluster cluster = TestCluster.start(config)) {
      assertThat(cluster.client().pools()).isEmpty();
      Path copy = Files.createDirectories(temp.resolve("b")).resolve("pando.yaml");
      Files.copy(config.file(), copy);
      assertThatThrownBy(() -> TestCluster.start(ClusterConfig.read(copy)))
          .isInstanceOf(DaemonException.class)
          .hasMessageContaining("mon.0 cannot start")
          .hasMessageContaining(String.valueOf(config.monitors().getFirst().port()));
    }
  }

  @Test
  void aCutStoreFileIsNamed() throws Exception {
    ClusterConfig config = TestCluster.layOut(temp);
    try (TestCluster cluster = TestCluster.start(config)) {
      cluster.createPool("rbd", 8);
      cluster.pool("rbd").writeFull("o", PutLoop.content("o"));
    }
    Path block = config.osdNumbered(1).data().resolve("store/shard-0/block");
    try (FileChannel channel = FileChannel.open(block, StandardOpenOption.WRITE)) {
      channel.truncate(4096);
    }
    assertThatThrownBy(() -> TestCluster.start(config))
        .isInstanceOf(DaemonException.class)
        .hasMessageContaining("osd.1 cannot start")
        .hasMessageContaining("block");
  }

  /** Inverts the first byte of every block of an OSD's data files; returns how many. */
  private static int rot(Path osd) throws IOException {
    int blocks = 0;
    try (Stream<Path> files = Files.walk(osd)) {
      for (Path file : files.filter(file -> file.endsWith("block")).toList()) {
        blocks += rotFile(file);
      }
    }
    return blocks;
  }

  private static int rotFile(Path file) throws IOException {
    int blocks = 0;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long end = Math.min(channel.size(), 16L << 20);
      for (long at = 0; at < end; at += 4096) {
        ByteBuffer one = ByteBuffer.allocate(1);
        channel.read(one, at);
        one.put(0, (byte) ~one.get(0)).rewind();
        channel.write(one, at);
        blocks++;
      }
    }
    return blocks;
  }
}
