package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.OsdEntry;
import io.pando.cli.config.OsdSettings;
import io.pando.cli.config.RepairBy;
import io.pando.cli.config.StorageSettings;
import io.pando.cli.machine.ProcessWatch;
import io.pando.cli.metrics.DaemonMetrics;
import io.pando.cli.socket.DaemonSocket;
import io.pando.cluster.OsdInfo;
import io.pando.disk.StoreException;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.shards.LocalStores;
import io.pando.disk.shards.StoreSettings;
import io.pando.format.DamagedRecordException;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.merkle.TreeDepth;
import io.pando.osd.OsdDaemon;
import io.pando.osd.config.CrushPlace;
import io.pando.osd.config.LivenessSettings;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.config.RecoverySettings;
import io.pando.osd.pg.lease.LeaseTerm;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.osd.shard.ShardPorts;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.wire.FrameCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A running OSD: its network node, its stores, its daemon. */
public final class OsdRuntime implements AutoCloseable {
  private static final int CLIENT_PART = 8;
  private static final long LEAST_CLIENT_BYTES = 8L << 20;

  /** Period at which a store is opened again whose file system was too full to open it. */
  private static final long FULL_RETRY_NANOS = 1_000_000_000;

  private final OsdId id;
  private final Network.Node node;
  private final LocalStores stores;
  private final OsdDaemon daemon;
  private final ProcessWatch watch;
  private final DaemonMetrics metrics;
  private final @Nullable DaemonSocket socket;

  /** Where operators look at the daemon. */
  private record Doors(DaemonMetrics metrics, @Nullable DaemonSocket socket) {}

  private OsdRuntime(
      OsdId id,
      Network.Node node,
      LocalStores stores,
      OsdDaemon daemon,
      ProcessWatch watch,
      Doors doors) {
    this.id = id;
    this.node = node;
    this.stores = stores;
    this.daemon = daemon;
    this.watch = watch;
    this.metrics = doors.metrics();
    this.socket = doors.socket();
  }

  /** Starts an OSD; {@link DaemonException} names the cause of a failure. */
  public static OsdRuntime start(DaemonContext daemonContext, OsdEntry entry)
      throws DaemonException {
    OsdId id = new OsdId(entry.id());
    Thread.ofVirtual().name("prepare-" + id).start(FrameCodec.MESSAGES::prepare);
    OsdThreads threads = OsdThreads.of(daemonContext, entry);
    int shards = ShardCount.ofThisMachine().of(daemonContext.config(), entry);
    List<EventLoop> loops = daemonContext.loops(entry.id(), shards);
    DaemonMetrics metrics = daemonContext.metrics(id.node(), entry.host());
    boolean complete = false;
    try {
      UUID identity = identity(entry.data());
      threads.pinLoops(loops);
      LocalStores stores = threads.startStorage(() -> openStores(daemonContext, entry, loops));
      Network.Node node = attach(daemonContext, entry, loops, stores);
      List<ShardPorts> ports = new ArrayList<>();
      ErasureKernel kernel =
          new ErasureKernel(
              daemonContext.config().settings().osd().computing().kernel().label(),
              line -> daemonContext.log().note(id.toString(), line));
      for (int i = 0; i < loops.size(); i++) {
        ports.add(
            new ShardPorts(loops.get(i), node.endpoints().get(i), stores.stores().get(i), kernel));
      }
      Address address = Objects.requireNonNull(node.address(), "an OSD listens");
      ProcessWatch watch = new ProcessWatch();
      stores.bind(metrics.registry());
      node.bind(metrics.registry());
      OsdDaemon daemon =
          new OsdDaemon(
              settings(daemonContext.config(), entry, loops.size()),
              new OsdIdentity(daemonContext.config().cluster(), id, identity, address),
              daemonContext.monitors(),
              ports,
              DaemonContext.random(),
              daemonContext.log().of(id.toString(), watch, metrics.registry()));
      daemon.start();
      daemonContext.log().note(id.toString(), threads.describe(loops.size()));
      daemonContext.log().note(id.toString(), metrics.describe());
      complete = true;
      DaemonQuestions questions =
          new DaemonQuestions(id.toString(), daemonContext.config(), metrics).of(daemon);
      Doors doors = new Doors(metrics, daemonContext.socket(id.node(), questions));
      return new OsdRuntime(id, node, stores, daemon, watch, doors);
    } catch (IOException | StoreException failure) {
      throw new DaemonException(
          id + " cannot start: " + failure.getMessage() + wayOut(failure, entry), failure);
    } finally {
      if (!complete) {
        metrics.close();
      }
    }
  }

  private static String wayOut(Exception failure, OsdEntry entry) {
    boolean damaged =
        failure.getCause() instanceof MetadataException
            || failure.getCause() instanceof DamagedRecordException;
    return damaged ? ". " + ProcessLog.damagedStore(entry.data().toString(), entry.id()) : "";
  }

  private static Network.Node attach(
      DaemonContext daemonContext, OsdEntry entry, List<EventLoop> loops, LocalStores stores)
      throws DaemonException, StoreException {
    NodeId node = new OsdId(entry.id()).node();
    Network.Listen listen = new Network.Listen(entry.host(), entry.port());
    try {
      return daemonContext.attach(node, loops, listen);
    } catch (Throwable failure) {
      try {
        stores.close();
      } catch (StoreException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
  }

  private static LocalStores openStores(
      DaemonContext daemonContext, OsdEntry entry, List<EventLoop> loops) throws StoreException {
    ClusterConfig config = daemonContext.config();
    StorageSettings storage = config.settings().osd().storage();
    HeapDisks heapDisks = daemonContext.heapDisks();
    if (heapDisks != null) {
      return heapDisks.open(entry, storage.capacityBytes(false), loops);
    }
    OsdEntry.Places places = entry.places();
    StoreSettings settings =
        new StoreSettings(
            storage.kind(),
            storage.capacityBytes(places.device() != null),
            new StoreSettings.Memory(
                storage.memory().cacheBytes(), storage.memory().recentObjectsBytes()),
            storage.stripeBytes(),
            new StoreSettings.Raw(
                storage.logUnitBytes(), storage.io(), places.device(), places.log()));
    Path directory = ShardCount.folder(entry);
    OsdId id = new OsdId(entry.id());
    boolean told = false;
    while (true) {
      try {
        return LocalStores.open(directory, settings, config.cluster(), id, loops);
      } catch (StoreException e) {
        if (!e.isFull() || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        if (!told) {
          daemonContext.log().note(id.toString(), "waits for space: " + e.getMessage());
          told = true;
        }
        LockSupport.parkNanos(FULL_RETRY_NANOS);
      }
    }
  }

  private static OsdConfig settings(ClusterConfig config, OsdEntry entry, int shards) {
    OsdConfig usual = OsdConfig.defaults();
    OsdSettings.Heartbeats heartbeats = config.settings().osd().heartbeats();
    LivenessSettings liveness =
        new LivenessSettings(
            TimeUnit.MILLISECONDS.toNanos(heartbeats.periodMillis()),
            TimeUnit.MILLISECONDS.toNanos(heartbeats.graceMillis()),
            new LeaseTerm(TimeUnit.MILLISECONDS.toNanos(heartbeats.leaseMillis())),
            usual.liveness().beaconNanos(),
            usual.liveness().booting());
    return new OsdConfig(
        usual.monitors(),
        liveness,
        usual
            .limits()
            .withMaxClientBytes(clientBytes(usual, shards))
            .withLogBytes(config.settings().osd().storage().memory().groupLogBytes()),
        recovery(usual.recovery(), config.settings().osd()),
        new CrushPlace(entry.location(), OsdInfo.FULL_WEIGHT),
        group(usual.group(), config.settings().osd()));
  }

  /**
   * Memory for client requests: an eighth of the heap for writes of all shards, half of that for
   * reads.
   */
  private static long clientBytes(OsdConfig usual, int shards) {
    long share = Runtime.getRuntime().maxMemory() / CLIENT_PART / shards;
    return Math.clamp(share, LEAST_CLIENT_BYTES, usual.limits().maxClientBytes());
  }

  private static GroupConfig group(GroupConfig usual, OsdSettings settings) {
    RecoveryLimits limits = usual.recovery();
    return new GroupConfig(
        usual.log().withEntries(settings.recovery().logEntries()),
        usual.waits(),
        usual.limits(),
        new RecoveryLimits(
            limits.pieceBytes(),
            limits.blockBytes(),
            limits.batch(),
            limits.scanObjects(),
            new RecoveryLimits.IndexLimits(
                settings.recovery().repairBy() == RepairBy.INDEX
                    ? limits.index().indexChanges()
                    : 0,
                limits.index().indexPage()),
            settings.recovery().repairBy() != RepairBy.SCAN),
        settings.recovery().treeDepth() == 0
            ? usual.treeDepth()
            : new TreeDepth(settings.recovery().treeDepth(), settings.recovery().treeDepth()),
        scrub(usual.scrub(), settings));
  }

  private static ScrubLimits scrub(ScrubLimits usual, OsdSettings settings) {
    return new ScrubLimits(
        settings.scrubs().repairEvery().toMillis(),
        settings.scrubs().lightEvery().toMillis(),
        settings.scrubs().deepEvery().toMillis(),
        usual.lightObjects(),
        usual.deepObjects(),
        settings.scrubs().autoRepair());
  }

  private static RecoverySettings recovery(RecoverySettings usual, OsdSettings settings) {
    return new RecoverySettings(
        settings.recovery().slots(),
        settings.recovery().slots(),
        usual.idleNanos(),
        settings.recovery().pausePercent(),
        usual.maxPauseNanos());
  }

  /** Identity of the data in this directory; created at the first start. */
  private static UUID identity(Path directory) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve("identity");
    if (!Files.exists(file)) {
      Path half = directory.resolve("identity.half");
      Files.writeString(half, UUID.randomUUID() + "\n");
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    }
    String text = Files.readString(file).strip();
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException damaged) {
      throw new IOException(
          file + ": expected a UUID, found '" + text + "': was it changed by hand?", damaged);
    }
  }

  /** Stops the OSD cleanly: it is marked down at the monitors, and all data is flushed. */
  @Override
  public void close() throws DaemonException {
    CompletableFuture<OsdId> stopped = new CompletableFuture<>();
    daemon.stop(() -> stopped.complete(id));
    try {
      OnLoop.await(stopped, "stopping " + id);
    } finally {
      if (socket != null) {
        socket.close();
      }
      metrics.close();
      watch.close();
      node.close();
      closeStores();
    }
  }

  private void closeStores() throws DaemonException {
    try {
      stores.close();
    } catch (StoreException failure) {
      throw new DaemonException(id + " did not close its store: " + failure.getMessage(), failure);
    }
  }
}
