package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.RunFolder;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.client.Pool;
import io.pando.random.Random64;
import io.pando.report.Health;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three monitors and three OSDs on one small file system, which their clients fill, and then others
 * fill to the last byte.
 */
class FullDiskTest {
  private static final int DISK_MIB = 1536;
  private static final int OBJECT_BYTES = 512 << 10;
  private static final int WRITERS = 4;
  private static final String POOL = "rbd";

  @TempDir private Path temp = Path.of("");

  private Path data() {
    return temp.resolve("disk").resolve("data");
  }

  private @Nullable SmallDisk mounted;

  private SmallDisk mount() throws Exception {
    SmallDisk disk = new SmallDisk(temp.resolve("disk"), DISK_MIB);
    mounted = disk;
    return disk;
  }

  /** Daemons first: who they are is written on the disk. */
  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(data());
    if (mounted != null) {
      mounted.close();
    }
  }

  /** Clients that store new objects all the time, and what they heard. */
  private static final class Writers {
    private final Pool pool;
    private final Set<String> stored = new ConcurrentSkipListSet<>();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final List<PandoException> others = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    Writers(Pool pool) {
      this.pool = pool;
      for (int i = 0; i < WRITERS; i++) {
        String prefix = i + "-";
        threads.add(Thread.ofPlatform().start(() -> run(prefix)));
      }
    }

    private void run(String prefix) {
      for (int i = 0; !stopped; i++) {
        String name = prefix + i;
        try {
          pool.writeFull(name, content(name));
          stored.add(name);
          acknowledged.incrementAndGet();
        } catch (PandoException.NoSpace full) {
          refused.incrementAndGet();
        } catch (PandoException other) {
          others.add(other);
        }
      }
    }

    void awaitRefused() {
      int goal = refused.get() + 50;
      Progress.await("50 more refused", refused::get, goal);
    }

    void stop() throws InterruptedException {
      stopped = true;
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private static byte[] content(String name) {
    byte[] bytes = new byte[OBJECT_BYTES];
    new Random64(name.hashCode()).nextBytes(bytes);
    return bytes;
  }

  @Test
  void aClusterInOneProcessRefusesAndGoesOn() throws Exception {
    SmallDisk disk = mount();
    try (TestCluster cluster = TestCluster.start(TestCluster.layOut(data()))) {
      cluster.createPool(POOL, 8);
      fillAndGoOn(disk, cluster.client());
      assertThat(cluster.fatal()).isEmpty();
    }
  }

  @Test
  void aClusterOfProcessesRefusesAndGoesOn() throws Exception {
    SmallDisk disk = mount();
    Shell shell = new Shell(temp);
    Daemons.up(shell, data(), "--port", "0");
    ClusterConfig config = ClusterConfig.read(data().resolve("pando.yaml"));
    assertThat(shell.run("pool", "create", POOL, "8").err()).isEmpty();
    Set<Long> before = pids(config);
    try (Cluster client = CommandContext.connect(config)) {
      fillAndGoOn(disk, client);
    }
    assertThat(pids(config)).isEqualTo(before).hasSize(7);
    assertThat(shell.run("down").status()).isZero();
  }

  private static Set<Long> pids(ClusterConfig config) throws Exception {
    Set<Long> pids = new ConcurrentSkipListSet<>();
    RunFolder.of(config).all().values().forEach(it -> pids.add(it.pid()));
    return pids;
  }

  private static void fillAndGoOn(SmallDisk disk, Cluster client) throws Exception {
    Progress.awaitClean(client, 3);
    Pool pool = client.pool(POOL).withTimeout(Duration.ofSeconds(90));
    Writers writers = new Writers(pool);
    try {
      writers.awaitRefused();
      // Without room the monitors record nothing more: they must have seen the OSDs full before.
      Progress.await("OSDs full", () -> codes(client).contains("OSD_FULL") ? 1 : 0, 1);
      disk.fill();
      assertThat(disk.freeBytes()).isZero();
      writers.awaitRefused();
      awaitFull(client, disk);
      writers.awaitRefused();
      assertThat(writers.stored).hasSizeGreaterThan(100);
      List<String> full = List.copyOf(writers.stored);
      assertStored(pool, full);
      int acknowledged = writers.acknowledged.get();
      for (String name : full.subList(0, full.size() / 2)) {
        pool.remove(name);
        writers.stored.remove(name);
      }
      // While objects are removed others are stored, until it is full again.
      Progress.await("50 more stored", writers.acknowledged::get, acknowledged + 50);
    } finally {
      writers.stop();
    }
    assertThat(writers.others).isEmpty();
    assertStored(pool, writers.stored);
    assertThat(pool.list()).containsExactlyInAnyOrderElementsOf(writers.stored);
  }

  /**
   * What daemons give up to stay at work is filled, too, whenever they do it: with it the monitors
   * have room.
   */
  private static void awaitFull(Cluster client, SmallDisk disk) {
    try {
      Progress.await("health", () -> isFull(client, disk) ? 1 : 0, 1);
    } catch (RuntimeException | AssertionError late) {
      throw new AssertionError(disk.freeBytes() + " free, " + checks(client), late);
    }
  }

  private static boolean isFull(Cluster client, SmallDisk disk) {
    disk.fill();
    return codes(client).containsAll(List.of("OSD_FULL", "MON_DISK_FULL"));
  }

  private static List<String> codes(Cluster client) {
    return checks(client).stream().map(Health.Check::code).toList();
  }

  private static List<Health.Check> checks(Cluster client) {
    return client.admin().status().health().checks();
  }

  private static void assertStored(Pool pool, Iterable<String> names) {
    for (String name : names) {
      assertThat(pool.read(name).toByteArray()).as(name).isEqualTo(content(name));
    }
  }
}
