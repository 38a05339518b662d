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
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.mon.InitialMap;
import io.pando.mon.state.MonitorState;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.pg.roots.RollbackWatch;
import io.pando.osd.pg.roots.RootWatch;
import io.pando.port.Network;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.report.GroupState;
import io.pando.report.GroupStats;
import io.pando.sim.consensus.SimConsensus;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.disk.SimDisk;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import io.pando.sim.net.SimDelays;
import io.pando.sim.net.SimFabric;
import io.pando.sim.world.SimFailure;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * A whole cluster in one thread: monitors with the production rules, storage daemons with the
 * production machines on simulated disks, clients of the production SDK, under virtual time.
 * Whatever is asynchronous is waited for by letting virtual time pass.
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
  private final List<String> doubts = new ArrayList<>();
  private final ChangeLedger ledger = new ChangeLedger();
  private boolean tampered;
  private final List<Address> monitorAddresses;
  private final ClusterId id;
  private final ClusterMap initial;

  private final List<String> scrubFindings = new ArrayList<>();
  private final FaultyDisks faultyDisks = new FaultyDisks();

  /**
   * How large it is.
   *
   * @param monitors an odd number
   * @param shards of every OSD
   */
  public record Shape(int monitors, int osds, int shards) {}

  /** A cluster whose daemons have just been started; {@link #formed} waits until it serves. */
  public SimCluster(long seed, Shape shape) {
    this(seed, shape, SimSettings.usual());
  }

  /** One whose OSDs have settings of their own, but for their places. */
  public SimCluster(long seed, Shape shape, OsdConfig settings) {
    this(seed, shape, SimSettings.usual().with(settings));
  }

  /** One that is made of what is given. */
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
              fabric, consensus, ledger, settings.monitor(), initial, info.node(), listen));
    }
    SimOsd.Home home =
        new SimOsd.Home(fabric, id, monitorAddresses, settings, deaths::add, this::onNote);
    for (int i = 0; i < shape.osds(); i++) {
      OsdConfig config =
          settings.osd(i).placedAt(List.of("root=default", "host=host" + i), 0x10000);
      osds.add(new SimOsd(home, config, new OsdId(i), shape.shards()));
    }
  }

  /** Makes the OSDs known, starts them, and waits until all are up. */
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

  /** Number of OSDs, alive or not. */
  public int size() {
    return osds.size();
  }

  /** A client in a process of its own. */
  public Cluster connect() {
    return connect(ClientBounds.USUAL);
  }

  /** A client in a process of its own that has little under way. */
  public Cluster connect(ClientBounds bounds) {
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
    return await(Pando.connectAsync(config, fabric.networkOf(process, 1), Runnable::run));
  }

  /** Lets time pass until all futures are done, at most two virtual minutes. */
  public <T> List<T> awaitAll(List<CompletableFuture<T>> futures) {
    CompletableFuture<Void> all =
        CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new));
    await(all);
    return futures.stream().map(CompletableFuture::join).toList();
  }

  /** Lets time pass until a future is done, at most two virtual minutes. */
  public <T> T await(CompletableFuture<T> future) {
    boolean done = world.runUntil(future::isDone, world.nowNanos() + PATIENCE);
    Invariant.check(done, "nothing came of what was awaited for two minutes");
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new SimFailure("what was awaited failed: " + e.getCause(), e);
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
          faultyDisks.onSpoilt(disk.osd(), world.nowNanos());
        }
        osds.get(disk.osd().value()).apply(disk.what());
      }
    }
  }

  /** Ends a fault that was begun; harmless if it was not, or what it befell has ended. */
  public void lift(Fault fault) {
    switch (fault) {
      case Fault.Link link -> fabric.lift(link.what());
      case Fault.Paused paused -> on(paused.node(), SimProcess::resume);
      case Fault.Drift drift -> on(drift.node(), process -> process.drift(0));
      case Fault.WallOff off -> on(off.node(), process -> process.wallOff(0));
      case Fault.Disk disk -> osds.get(disk.osd().value()).lift(disk.what());
    }
  }

  /** The network, for what happens there at once: connections are lost. */
  public SimFabric fabric() {
    return fabric;
  }

  private void on(NodeId node, Consumer<SimProcess> action) {
    fabric.processOf(node).filter(SimProcess::isAlive).ifPresent(action);
  }

  /** The network loses every connection of an OSD, which lives on. */
  public void cutConnections(int osd) {
    fabric.reset(Nodes.of(osds.get(osd).id().node()), Nodes.all());
  }

  /** Kills an OSD; what its disks had not flushed may be lost. Its peers hear of it. */
  public void crashOsd(int osd) {
    osds.get(osd).crash();
  }

  /** Whether one of the disks of an OSD is making something durable. */
  public boolean isFlushing(int osd) {
    return osds.get(osd).disks().stream().anyMatch(SimDisk::isFlushing);
  }

  /** Stops an OSD as an operator does; it ends when it is ready. */
  public void stopOsd(int osd) {
    osds.get(osd).stop();
  }

  /** Cuts the power of the machine that an OSD is on: nobody hears of it. */
  public void losePower(int osd) {
    osds.get(osd).losePower();
  }

  /** From now on what an OSD says to other OSDs takes up to so much longer; 0 ends that. */
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

  /** Spoils the block of an object at an offset on one OSD; whether it holds data there. */
  public boolean damage(int osd, PgId group, ObjectId object, long offset) {
    faultyDisks.onSpoilt(new OsdId(osd), world.nowNanos());
    return osds.get(osd).damage(group, object, offset);
  }

  /**
   * Does the same to an object of which good copies may be gone then: from now on clients may be
   * told so of this object, wherever it is.
   */
  public boolean ruin(int osd, PgId group, ObjectId object, long offset) {
    boolean any = osds.get(osd).damage(group, object, offset);
    if (any) {
      faultyDisks.onRuined(object, world.nowNanos());
    }
    return any;
  }

  /** Objects of which all good copies may be gone, and since when. */
  public SortedMap<ObjectId, Long> ruined() {
    return faultyDisks.ruined();
  }

  /** Flips a bit somewhere on an OSD's disks; false if nothing is there. */
  public boolean damageAny(int osd) {
    faultyDisks.onSpoilt(new OsdId(osd), world.nowNanos());
    return osds.get(osd).damageAny();
  }

  /** OSDs with bytes that were spoilt, could not be read, or were lost by a moment. */
  public List<OsdId> faultyBy(long nanos) {
    return faultyDisks.by(nanos);
  }

  /** All maps that there were, the first one first, as far as the monitors know. */
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

  /** Daemons that gave up, in the order in which they did. */
  public List<SimDeath> deaths() {
    return List.copyOf(deaths);
  }

  /** What primaries found of replicas that are not what they should be. */
  public List<String> doubts() {
    return List.copyOf(doubts);
  }

  /** What the monitors did not do alike, or twice. */
  public List<String> wrongChanges() {
    return ledger.faults();
  }

  /**
   * The disks of an OSD that is dead are replaced by empty ones. Under its old number it can only
   * start after it was purged and made known again with its new {@link #identity}.
   */
  public void loseDisks(int osd) {
    osds.get(osd).loseDisks();
    faultyDisks.onLost(osds.get(osd).id(), world.nowNanos());
  }

  /** Who an OSD says it is when it starts. */
  public UUID identity(int osd) {
    return osds.get(osd).identity();
  }

  /** Replaces an OSD's disks as operators do, with the daemon killed before and started after. */
  public void replaceDisks(Cluster by, int number) {
    SimOsd osd = osds.get(number);
    osd.crash();
    loseDisks(number);
    await(by.admin().changeAsync(new Change.MarkDown(List.of(osd.id()))));
    await(by.admin().changeAsync(new Change.PurgeOsd(osd.id(), true)));
    await(by.admin().changeAsync(new Change.CreateOsd(osd.id(), osd.identity())));
    osd.start();
  }

  /**
   * What is wrong with the stores of all OSDs that live: blocks that nobody owns, or that two do.
   * Empty if nothing is.
   */
  public List<String> checkDisks() {
    List<String> faults = new ArrayList<>();
    for (SimOsd osd : osds) {
      for (SimDisk disk : osd.isAlive() ? osd.disks() : List.<SimDisk>of()) {
        CompletableFuture<List<String>> checked = new CompletableFuture<>();
        disk.check(checked::complete);
        await(checked).forEach(fault -> faults.add(osd.id() + ": " + fault));
      }
    }
    return faults;
  }

  /** Groups whose collections an OSD has. */
  public List<PgId> groupsOn(int osd) {
    List<PgId> groups = new ArrayList<>();
    for (ObjectStore store : osds.get(osd).stores()) {
      CompletableFuture<List<CollectionId>> collections = new CompletableFuture<>();
      store.collections(collections::complete);
      for (CollectionId collection : await(collections)) {
        PgId group = collection.group();
        if (group != null) {
          groups.add(group);
        }
      }
    }
    return groups;
  }

  /** Starts an OSD that is down, on its disks. */
  public void startOsd(int osd) {
    osds.get(osd).start();
  }

  /** Cuts the power of a monitor. */
  public void crashMonitor(int monitor) {
    monitors.get(monitor).kill();
  }

  public void restartMonitor(int monitor) {
    monitors.get(monitor).restart();
  }

  /** Waits until so many OSDs are up by the map. */
  public void awaitUp(Cluster by, int count) {
    boolean up =
        world.runUntil(
            () -> by.admin().map().osds().values().stream().filter(OsdInfo::up).count() == count,
            world.nowNanos() + PATIENCE);
    Invariant.check(up, () -> count + " OSDs are not up after two minutes");
  }

  /**
   * Waits until every pool has as many groups as it is to have, and every group is active and clean
   * by what the monitors know of the newest map, at most so long.
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
          && groups.stream().allMatch(group -> isClean(group) && group.epoch() >= epoch)) {
        return true;
      }
      world.runFor(SECOND / 2);
    }
    return false;
  }

  /**
   * What differs between the copies of any group; empty if all are equal. All OSDs must be alive
   * and idle.
   */
  public List<String> compareReplicas(ClusterMap map) {
    return new ReplicaComparison(this, osds, isSpoilt()).compare(map);
  }

  /** The same, and nothing is passed over. */
  public List<String> compareAllCopies(ClusterMap map) {
    return new ReplicaComparison(this, osds, false).compare(map);
  }

  private void onNote(String what) {
    if (what.contains(": copies of ") || what.contains(" of its tree wrong")) {
      scrubFindings.add(what);
    }
    boolean doubt = what.contains(RootWatch.DIVERGED) || what.contains(RollbackWatch.ROLLED_BACK);
    if (doubt && !tampered) {
      doubts.add(what);
    }
  }

  /**
   * Somebody changed a store behind its daemon's back: primaries may well find that from now on.
   */
  public void onTampered() {
    tampered = true;
  }

  /** What scrubs found that was not as it should be, in the order in which they did. */
  public List<String> scrubFindings() {
    return List.copyOf(scrubFindings);
  }

  /** Stores of an OSD's present life, one for each shard: for those who look at what is there. */
  public List<ObjectStore> stores(int osd) {
    return List.copyOf(osds.get(osd).stores());
  }

  /** Whether bytes on disks were spoilt on purpose, or could not be read. */
  public boolean isSpoilt() {
    return faultyDisks.isSpoilt();
  }

  private static boolean isClean(GroupStats group) {
    SortedSet<GroupState> states = new TreeSet<>(group.states());
    // A scrub takes nothing away from a group that is clean.
    states.removeAll(List.of(GroupState.SCRUBBING, GroupState.DEEP_SCRUBBING));
    return states.equals(Set.of(GroupState.ACTIVE, GroupState.CLEAN));
  }

  private static NodeId monitor(int number) {
    return new NodeId(NodeId.Role.MON, number);
  }
}
