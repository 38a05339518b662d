package io.pando.testkit;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.EmbeddedCluster;
import io.pando.cli.daemon.HeapDisks;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.daemon.Provision;
import io.pando.client.ClientConfig;
import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in this process, for tests: its daemons are those of production, over loopback and over
 * files in a temporary folder that {@link #close} removes.
 *
 * {@snippet :
 * try (LocalCluster local = LocalCluster.builder().osds(3).start()) {
 *   Pool pool = local.newPool();
 *   pool.writeFull("greeting", "hello".getBytes(UTF_8));
 *   local.stopOsd(1);
 *   System.out.println(pool.read("greeting").toUtf8());
 * }
 * }
 *
 * <p>Its client may be used by all threads; daemons are stopped and started by one thread at a
 * time.
 */
public final class LocalCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int GROUPS = 8;
  private static final int MOST_REPLICAS = 3;

  private final ClusterConfig config;
  private final EmbeddedCluster daemons;
  private final Cluster client;
  private final FatalErrors fatal;
  private final AtomicInteger pools = new AtomicInteger();

  private LocalCluster(
      ClusterConfig config, EmbeddedCluster daemons, Cluster client, FatalErrors fatal) {
    this.config = config;
    this.daemons = daemons;
    this.client = client;
    this.fatal = fatal;
  }

  /** A builder of a cluster of one monitor and three OSDs with {@code raw} stores. */
  public static Builder builder() {
    return new Builder();
  }

  private static LocalCluster start(
      Path folder, ClusterConfig config, @Nullable HeapDisks heapDisks) throws DaemonException {
    FatalErrors fatal = new FatalErrors();
    EmbeddedCluster daemons = EmbeddedCluster.open(config, fatal, heapDisks);
    try {
      return new LocalCluster(config, daemons, started(daemons, config), fatal);
    } catch (DaemonException | RuntimeException failure) {
      try {
        daemons.close();
        NewCluster.remove(folder);
      } catch (DaemonException | IOException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
  }

  private static Cluster started(EmbeddedCluster daemons, ClusterConfig config)
      throws DaemonException {
    daemons.startMonitors();
    Cluster client = CommandContext.connect(config, PATIENCE);
    try {
      Provision.createOsds(client, config);
      daemons.startOsds();
      Provision.awaitOsds(client, config, PATIENCE);
      return client;
    } catch (DaemonException | RuntimeException failure) {
      client.close();
      throw failure;
    }
  }

  /** A connected client, which this cluster closes. */
  public Cluster client() {
    return client;
  }

  /** Settings with which further clients can connect. */
  public ClientConfig clientConfig() {
    return CommandContext.client(config);
  }

  /** Creates a pool with a name of its own; see {@link #createPool}. */
  public Pool newPool() {
    return createPool("test-" + pools.incrementAndGet());
  }

  /** Creates a pool with a replica on each OSD, up to three. */
  public Pool createPool(String name) {
    int size = Math.min(MOST_REPLICAS, config.osds().size());
    client.admin().change(new Change.CreatePool(name, GROUPS, size, size - size / 2, null));
    return client.pool(name);
  }

  /** Removes a pool and its objects. */
  public void removePool(Pool pool) {
    client.admin().change(new Change.DeletePool(pool.name(), pool.name()));
  }

  /**
   * Stops an OSD, and waits until the cluster map says that it is down.
   *
   * @throws IllegalStateException if the OSD does not run or does not stop
   */
  public void stopOsd(int id) {
    try {
      daemons.stopOsd(id);
    } catch (DaemonException failure) {
      throw new IllegalStateException(failure.getMessage(), failure);
    }
    OsdId osd = new OsdId(id);
    client.admin().awaitMap(map -> !map.isUp(osd), PATIENCE);
  }

  /**
   * Starts an OSD that was stopped, and waits until it is up.
   *
   * @throws IllegalStateException if the OSD does not start
   */
  public void startOsd(int id) {
    try {
      daemons.startOsd(id);
    } catch (DaemonException failure) {
      throw new IllegalStateException(failure.getMessage(), failure);
    }
    OsdId osd = new OsdId(id);
    client.admin().awaitMap(map -> Provision.isReady(map, osd), PATIENCE);
  }

  /**
   * Waits until all daemons are up and every group has all its replicas. There must be a pool.
   *
   * @throws IllegalStateException if that takes longer than {@code limit}
   */
  public void awaitClean(Duration limit) throws InterruptedException {
    if (!BoundedWait.until(limit, () -> Provision.isClean(client, config))) {
      throw new IllegalStateException(
          "not all groups are active+clean after %s: %s"
              .formatted(limit, client.admin().status().groups()));
    }
  }

  /** Folder of the cluster's files. */
  public Path folder() {
    return config.file().resolveSibling("").toAbsolutePath();
  }

  /**
   * Stops the daemons and removes their files.
   *
   * @throws IllegalStateException if a daemon does not stop in order, or failed before
   */
  @Override
  public void close() {
    client.close();
    try {
      daemons.close();
      NewCluster.remove(folder());
    } catch (DaemonException failure) {
      throw new IllegalStateException(failure.getMessage(), failure);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    List<String> failed = fatal.all();
    if (!failed.isEmpty()) {
      throw new IllegalStateException("daemons failed: " + String.join("; ", failed));
    }
  }

  /** Collects what a cluster should be like. */
  public static final class Builder {
    private final TestConfig text = new TestConfig();
    private int monitors = 1;
    private int osds = MOST_REPLICAS;
    private TestStore store = TestStore.RAW;

    private Builder() {}

    /** Number of monitors, odd; default 1. */
    public Builder monitors(int count) {
      this.monitors = count;
      return this;
    }

    /** Number of OSDs; default 3. */
    public Builder osds(int count) {
      this.osds = count;
      return this;
    }

    /** Where the OSDs keep objects; default {@link TestStore#RAW}. */
    public Builder store(TestStore where) {
      this.store = where;
      return this;
    }

    /**
     * A setting of the configuration file, such as {@code osd.log_entries=100}.
     *
     * @throws IllegalArgumentException if it is not of that form
     */
    public Builder setting(String setting) {
      text.set(setting);
      return this;
    }

    /**
     * Starts the cluster, and waits until all its daemons are up.
     *
     * @throws IllegalArgumentException if a setting is not valid
     * @throws IllegalStateException if a daemon does not start
     */
    public LocalCluster start() {
      try {
        store.onDisk().ifPresent(kind -> text.set("osd.store", kind.label()));
        Path folder = text.write(monitors, osds);
        HeapDisks heapDisks = store == TestStore.MEMORY ? new HeapDisks() : null;
        return LocalCluster.start(folder, TestConfig.read(folder), heapDisks);
      } catch (DaemonException failure) {
        throw new IllegalStateException(failure.getMessage(), failure);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
