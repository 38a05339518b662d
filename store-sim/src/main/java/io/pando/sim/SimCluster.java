package io.pando.sim;

import io.pando.check.Invariant;
import io.pando.client.ClientConfig;
import io.pando.client.Cluster;
import io.pando.client.Pando;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.mon.InitialMap;
import io.pando.mon.state.MonitorState;
import io.pando.osd.config.OsdConfig;
import io.pando.port.Network;
import io.pando.random.Random64;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.sim.consensus.SimConsensus;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import io.pando.sim.net.SimDelays;
import io.pando.sim.net.SimFabric;
import io.pando.sim.net.SimNetwork;
import io.pando.sim.world.SimFailure;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * A whole cluster in one thread: monitors with the production rules, OSDs with the production
 * machines on simulated disks, clients of the production SDK, under virtual time. To wait for an
 * asynchronous result, virtual time is advanced.
 */
public final class SimCluster {
  /** One virtual second. */
  public static final long SECOND = 1_000_000_000L;

  private static final int FIRST_MONITOR_PORT = 6789;
  private static final long PATIENCE = 120 * SECOND;

  private final SimWorld world;
  private final SimFabric fabric;
  private final Random64 random;
  private final List<SimMonitor> monitors = new ArrayList<>();
  private final List<SimOsd> osds = new ArrayList<>();
  private final List<SimDeath> deaths = new ArrayList<>();
  private final ChangeLedger ledger = new ChangeLedger();
  private final List<Address> monitorAddresses;
  private final ClusterId id;
  private final ClusterMap initial;
  private final SimDisks disks = new SimDisks(this, osds);
  private final OsdNotes notes = new OsdNotes();

  /**
   * Size of a cluster.
   *
   * @param monitors number of monitors, odd
   * @param osds number of OSDs
   * @param shards shards of every OSD
   */
  public record Shape(int monitors, int osds, int shards) {}

  /** Creates a cluster and starts its daemons; {@link #formed} waits until it serves clients. */
  public SimCluster(long seed, Shape shape) {
    this(seed, shape, SimSettings.usual());
  }

  /** Creates a cluster whose OSDs have given settings, except their locations. */
  public SimCluster(long seed, Shape shape, OsdConfig settings) {
    this(seed, shape, SimSettings.usual().with(settings));
  }

  /** Creates a cluster with given settings. */
  public SimCluster(long seed, Shape shape, SimSettings settings) {
    this.world = new SimWorld(seed, settings.clocks());
    this.random = world.splitRandom();
    this.fabric = new SimFabric(world, SimDelays.drawn(random));
    this.id = new ClusterId(new UUID(random.nextLong(), random.nextLong()));
    List<MonitorInfo> infos = new ArrayList<>();
    for (int i = 0; i < shape.monitors(); i++) {
      infos.add(new MonitorInfo(monitor(i), "sim", FIRST_MONITOR_PORT + i, 1));
    }
    this.monitorAddresses =
        infos.stream().map(info -> new Address(info.node(), 0, info.host(), info.port())).toList();
    this.initial = InitialMap.of(id, infos, "host", SimWorld.WALL_START_MILLIS);
    SimConsensus consensus =
        new SimConsensus(fabric, infos.stream().map(MonitorInfo::node).toList());
    for (MonitorInfo info : infos) {
      Network.Listen listen = new Network.Listen(info.host(), info.port());
      monitors.add(
          new SimMonitor(
              new SimMonitor.Home(fabric, consensus, ledger, settings.monitor(), initial),
              info.node(),
              listen));
    }
    SimOsd.Home home =
        new SimOsd.Home(fabric, id, monitorAddresses, settings, deaths::add, notes::onNote);
    for (int i = 0; i < shape.osds(); i++) {
      OsdConfig config =
          settings.osd(i).placedAt(List.of("root=default", "host=host" + i), 0x10000);
      osds.add(new SimOsd(home, config, new OsdId(i), shape.shards()));
    }
  }

  /** Adds the OSDs to the map, starts them, and waits until all are up. */
  public SimCluster formed() {
    Cluster admin = connect();
    for (SimOsd osd : osds) {
      await(admin.admin().changeAsync(new Change.CreateOsd(osd.id(), osd.identity())));
      osd.start();
    }
    awaitUp(admin, osds.size());
    return this;
  }

  public SimWorld world() {
    return world;
  }

  public ClusterId id() {
    return id;
  }

  /** Addresses of the monitors. */
  public List<Address> contacts() {
    return monitorAddresses;
  }

  /** Number of OSDs, alive or not. */
  public int size() {
    return osds.size();
  }

  /** A client in a process of its own. */
  public Cluster connect() {
    return connect(ClientBounds.USUAL);
  }

  /** A client in a process of its own, with limits on its pending operations. */
  public Cluster connect(ClientBounds bounds) {
    return await(connectAsync(bounds));
  }

  /** See {@link #connect(ClientBounds)}; does not advance time. */
  public CompletableFuture<Cluster> connectAsync(ClientBounds bounds) {
    long seed = random.nextLong();
    SimProcess process = world.start("client " + Long.toHexString(seed));
    ClientConfig config =
        ClientConfig.builder()
            .monitors(monitorAddresses)
            .cluster(id)
            .sessionSeed(seed)
            .maxInFlight(bounds.maxInFlight())
            .maxQueued(bounds.maxQueued())
            .build();
    return Pando.connectAsync(config, SimNetwork.of(fabric, process, 1), Runnable::run);
  }

  /** Advances time until all futures are done, at most two virtual minutes. */
  public <T> List<T> awaitAll(List<CompletableFuture<T>> futures) {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new));
    await(all);
    return futures.stream().map(CompletableFuture::join).toList();
  }

  /** Advances time until a future is done, at most two virtual minutes. */
  public <T> T await(CompletableFuture<T> future) {
    boolean done = world.runUntil(future::isDone, world.nowNanos() + PATIENCE);
    Invariant.check(done, "the awaited future did not complete within two minutes");
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new SimFailure("the awaited future failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SimFailure("interrupted", e);
    }
  }

  public boolean isAlive(int osd) {
    return osds.get(osd).isAlive();
  }

  /** Begins a fault. */
  public void apply(Fault fault) {
    switch (fault) {
      case Fault.Link link -> fabric.apply(link.what());
      case Fault.Paused paused -> on(paused.node(), SimProcess::pause);
      case Fault.Drift drift -> on(drift.node(), process -> process.drift(drift.ppm()));
      case Fault.WallOff off -> on(off.node(), process -> process.wallOff(off.millis()));
      case Fault.Disk disk -> {
        if (disk.what() instanceof DiskFault.FailingReads) {
          disks.onSpoilt(disk.osd());
        }
        osds.get(disk.osd().value()).apply(disk.what());
      }
    }
  }

  /** Ends a fault; has no effect if it was not begun, or if its process has ended. */
  public void lift(Fault fault) {
    switch (fault) {
      case Fault.Link link -> fabric.lift(link.what());
      case Fault.Paused paused -> on(paused.node(), SimProcess::resume);
      case Fault.Drift drift -> on(drift.node(), process -> process.drift(0));
      case Fault.WallOff off -> on(off.node(), process -> process.wallOff(0));
      case Fault.Disk disk -> osds.get(disk.osd().value()).lift(disk.what());
    }
  }

  /** The network, for immediate faults such as lost connections. */
  public SimFabric fabric() {
    return fabric;
  }

  private void on(NodeId node, Consumer<SimProcess> action) {
    fabric.processOf(node).filter(SimProcess::isAlive).ifPresent(action);
  }

  /** Resets every connection of an OSD, which stays alive. */
  public void cutConnections(int osd) {
    fabric.reset(Nodes.of(osds.get(osd).id().node()), Nodes.all());
  }

  /**
   * Kills an OSD; bytes that its disks had not flushed may be lost. Its peers see the connections
   * end.
   */
  public void crashOsd(int osd) {
    osds.get(osd).crash();
  }

  /** Stops an OSD cleanly, as an operator does; it ends when it is ready. */
  public void stopOsd(int osd) {
    osds.get(osd).stop();
  }

  /** Cuts the power of an OSD's machine: its peers get no notice. */
  public void losePower(int osd) {
    osds.get(osd).losePower();
  }

  /**
   * From now on messages from an OSD to other OSDs take up to {@code extraNanos} longer; 0 ends
   * that.
   */
  public void slowOsd(int osd, long extraNanos) {
    Nodes slow = Nodes.of(osds.get(osd).id().node());
    for (LinkFault fault : fabric.faults()) {
      if (fault instanceof LinkFault.Slow(Nodes from, _, _) && from.equals(slow)) {
        fabric.lift(fault);
      }
    }
    if (extraNanos > 0) {
      fabric.apply(new LinkFault.Slow(slow, new Nodes.OfRole(NodeId.Role.OSD), extraNanos));
    }
  }

  /** The disks of all OSDs. */
  public SimDisks disks() {
    return disks;
  }

  /** What the OSDs reported about copies that differ. */
  public OsdNotes notes() {
    return notes;
  }

  /** All maps of the cluster, oldest first, as far as the monitors know them. */
  public List<ClusterMap> maps() {
    MonitorState newest =
        monitors.stream()
            .flatMap(monitor -> monitor.state().stream())
            .max(Comparator.comparingLong(state -> state.map().epoch()))
            .orElseThrow();
    List<ClusterMap> maps = new ArrayList<>(List.of(initial));
    newest
        .since(initial.epoch())
        .orElseThrow()
        .forEach(step -> maps.add(maps.getLast().apply(step)));
    return maps;
  }

  /** Daemons that ended by themselves, in order of time. */
  public List<SimDeath> deaths() {
    return List.copyOf(deaths);
  }

  /** Changes that monitors applied differently, or twice. */
  public List<String> wrongChanges() {
    return ledger.faults();
  }

  /** Number of commands that the monitors' log applied. */
  public int commandCount() {
    return ledger.count();
  }

  /** Replaces an OSD's disks as operators do: kills the daemon before, and starts it after. */
  public void replaceDisks(Cluster by, int number) {
    SimOsd osd = osds.get(number);
    osd.crash();
    disks().lose(number);
    await(by.admin().changeAsync(new Change.MarkDown(List.of(osd.id()))));
    await(by.admin().changeAsync(new Change.PurgeOsd(osd.id(), true)));
    await(by.admin().changeAsync(new Change.CreateOsd(osd.id(), osd.identity())));
    osd.start();
  }

  /** Starts an OSD that is dead, on its disks. */
  public void startOsd(int osd) {
    osds.get(osd).start();
  }

  /** The next life of an OSD runs the release with that number. */
  public void releaseOfOsd(int osd, int release) {
    osds.get(osd).release(release);
  }

  /** Starts a monitor again, with the release with that number. */
  public void releaseOfMonitor(int monitor, int release) {
    monitors.get(monitor).restart(release);
  }

  /** Cuts the power of a monitor. */
  public void crashMonitor(int monitor) {
    monitors.get(monitor).kill();
  }

  /** Starts a monitor again whose disk was lost. */
  void loseMonitorDisk(int monitor) {
    monitors.get(monitor).loseDisk();
  }

  public void restartMonitor(int monitor) {
    monitors.get(monitor).restart();
  }

  /** Waits until {@code count} OSDs are up by the map. */
  public void awaitUp(Cluster by, int count) {
    boolean up =
        world.runUntil(
            () -> by.admin().map().osds().values().stream().filter(OsdInfo::up).count() == count,
            world.nowNanos() + PATIENCE);
    Invariant.check(up, () -> count + " OSDs are not up after two minutes");
  }

  /**
   * Waits until every pool has its requested number of groups, and every group is active and clean
   * by the monitors' statistics for the newest map; at most {@code nanos}.
   */
  public boolean awaitClean(Cluster by, long nanos) {
    long deadline = world.nowNanos() + nanos;
    while (world.nowNanos() < deadline) {
      long epoch = by.admin().map().epoch();
      List<GroupStats> groups = await(by.admin().groupsAsync());
      int expected =
          by.admin().map().pools().values().stream().mapToInt(pool -> pool.groupCount()).sum();
      boolean settled =
          by.admin().map().pools().values().stream().allMatch(pool -> pool.groups().isSettled());
      if (settled
          && groups.size() == expected
          && groups.stream()
              .allMatch(group -> isClean(group) && group.mapping().epoch() >= epoch)) {
        return true;
      }
      world.runFor(SECOND / 2);
    }
    return false;
  }

  /**
   * Differences between the copies of groups; empty if all are equal. All OSDs must be alive and
   * idle.
   */
  public List<String> compareReplicas(ClusterMap map) {
    return new ReplicaComparison(this, osds, disks().isSpoilt()).compare(map);
  }

  /** Like {@link #compareReplicas}, without any exception for damaged copies. */
  public List<String> compareAllCopies(ClusterMap map) {
    return new ReplicaComparison(this, osds, false).compare(map);
  }

  private static boolean isClean(GroupStats group) {
    SortedSet<GroupState> states = new TreeSet<>(group.states());
    // A group that is being scrubbed is still clean.
    states.removeAll(List.of(GroupState.SCRUBBING, GroupState.DEEP_SCRUBBING));
    return states.equals(Set.of(GroupState.ACTIVE, GroupState.CLEAN));
  }

  private static NodeId monitor(int number) {
    return new NodeId(NodeId.Role.MON, number);
  }
}
