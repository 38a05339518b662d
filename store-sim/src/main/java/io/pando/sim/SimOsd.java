package io.pando.sim;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.check.Invariant;
import io.pando.cluster.release.Release;
import io.pando.disk.StoreException;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.ReplicaId;
import io.pando.osd.DaemonHost;
import io.pando.osd.OsdDaemon;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.shard.ShardPorts;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.report.ProcessUse;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.disk.SimDisk;
import io.pando.sim.net.SimFabric;
import io.pando.sim.net.SimNetwork;
import io.pando.sim.world.SimProcess;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An OSD of a simulated cluster, through all its lives. */
final class SimOsd {
  private static final long STOP_PATIENCE_NANOS = 1_000_000_000L;

  private final Home home;
  private final SimFabric fabric;
  private final OsdConfig config;
  private final OsdId id;
  private final Random64 random;
  private final List<SimDisk> disks = new ArrayList<>();
  private final List<ObjectStore> stores = new ArrayList<>();
  private UUID identity;
  private int release = Release.current().number();

  /** Whether its disks may fail it. */
  private boolean suspect;

  private @Nullable SimProcess process;
  private @Nullable OsdDaemon daemon;
  private Network.@Nullable Node node;

  /**
   * Surroundings of an OSD.
   *
   * @param onDeath called when it ends by itself
   * @param onNote called with the notes of its daemon
   */
  record Home(
      SimFabric fabric,
      ClusterId cluster,
      List<Address> monitors,
      SimSettings settings,
      Consumer<SimDeath> onDeath,
      Consumer<String> onNote) {}

  SimOsd(Home home, OsdConfig config, OsdId id, int shards) {
    this.home = home;
    this.fabric = home.fabric();
    this.config = config;
    this.id = id;
    this.random = fabric.world().splitRandom();
    this.identity = new UUID(random.nextLong(), random.nextLong());
    for (int i = 0; i < shards; i++) {
      disks.add(home.settings().disk(fabric.world(), random.split(), id + "/" + i));
    }
  }

  OsdId id() {
    return id;
  }

  UUID identity() {
    return identity;
  }

  /** The next life runs the release with that number. */
  void release(int next) {
    release = next;
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** The stores of the present life. */
  List<ObjectStore> stores() {
    return stores;
  }

  List<SimDisk> disks() {
    return disks;
  }

  boolean damage(ReplicaId replica, ObjectId object, long offset) {
    return disks.stream()
        .map(disk -> disk.damage(CollectionId.of(replica), object, offset))
        .reduce(false, Boolean::logicalOr);
  }

  boolean damageAny() {
    return disks.get(random.nextInt(disks.size())).damageAny();
  }

  /** Begins a fault of all its disks. */
  void apply(DiskFault fault) {
    fabric.world().note("apply " + fault + " to the disks of " + id);
    suspect |= !(fault instanceof DiskFault.Slow);
    disks.forEach(disk -> disk.apply(fault));
  }

  void lift(DiskFault fault) {
    fabric.world().note("lift " + fault + " from the disks of " + id);
    disks.forEach(disk -> disk.lift(fault));
  }

  /** Replaces its disks by empty ones, and gives it a new identity. */
  void loseDisks() {
    Invariant.check(!isAlive(), () -> id + " still runs on its disks");
    fabric.world().note("lose the disks of " + id);
    disks.forEach(SimDisk::wipe);
    suspect = false;
    identity = new UUID(random.nextLong(), random.nextLong());
  }

  /** Starts another life on the same disks, unless their faults prevent it. */
  void start() {
    SimProcess life = fabric.world().start(id.toString());
    try {
      start(life);
    } catch (StoreException e) {
      fabric.world().note(id + " cannot start: " + e.getMessage());
      String why = String.valueOf(e.getMessage());
      home.onDeath().accept(new SimDeath(fabric.world().nowNanos(), id, why, suspect));
      life.kill();
      crashDisks();
    }
  }

  private void start(SimProcess life) throws StoreException {
    Invariant.check(!isAlive(), () -> id + " runs already");
    SimNetwork network = SimNetwork.of(fabric, life, disks.size());
    Network.Node attached;
    try {
      Network.Self self =
          new Network.Self(home.cluster(), id.node(), random.between(1, Long.MAX_VALUE));
      attached =
          network.attach(
              self, network.loops(), new Network.Listen("10.1.0." + id.value(), 6800 + id.value()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    stores.clear();
    List<ShardPorts> shards = new ArrayList<>();
    for (int i = 0; i < disks.size(); i++) {
      EventLoop loop = network.loops().get(i);
      ObjectStore store = disks.get(i).open(life, loop);
      stores.add(store);
      shards.add(new ShardPorts(loop, attached.endpoints().get(i), store));
    }
    Address address =
        Invariant.present(attached.address(), () -> id + " listens, so it has an address");
    OsdDaemon next =
        new OsdDaemon(
            config,
            new OsdIdentity(home.cluster(), id, identity, address, release),
            home.monitors(),
            shards,
            random.split(),
            new Host());
    process = life;
    node = attached;
    daemon = next;
    next.start();
  }

  /** Kills it: of the bytes that were not durable, a random part is lost. */
  void crash() {
    if (process != null) {
      process.kill();
      crashDisks();
    }
  }

  /** Its machine loses power: like {@link #crash}, but its peers get no notice. */
  void losePower() {
    if (process != null) {
      process.losePower();
      crashDisks();
    }
  }

  private void crashDisks() {
    disks.forEach(SimDisk::crash);
  }

  /**
   * Stops it as an operator does: it reports to the monitors, closes its stores, and ends. The
   * stores are also closed if the daemon takes too long, as without free space for its last record.
   */
  void stop() {
    OsdDaemon running = Invariant.present(daemon, () -> id + " was never started");
    SimProcess stopping = Invariant.present(process, () -> id + " was never started");
    Network.Node listening = Invariant.present(node, () -> id + " was never started");
    fabric.world().note("stop " + id);
    boolean[] closing = {false};
    Runnable close =
        () -> {
          if (stopping.isAlive() && !closing[0]) {
            closing[0] = true;
            listening.close();
            closeFrom(0);
          }
        };
    running.stop(close);
    fabric.world().at(fabric.world().nowNanos() + STOP_PATIENCE_NANOS, close);
  }

  /** Closes one store after the other. */
  private void closeFrom(int disk) {
    if (disk == disks.size()) {
      fabric.world().note(id + " has closed its stores");
      crash();
    } else {
      disks.get(disk).close(() -> closeFrom(disk + 1));
    }
  }

  private final class Host implements DaemonHost {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Override
    public void note(String what) {
      fabric.world().note(id + ": " + what);
      home.onNote().accept(what);
    }

    @Override
    public boolean isDebugged() {
      return false;
    }

    @Override
    public void debug(String what) {}

    @Override
    public MeterRegistry registry() {
      return registry;
    }

    @Override
    public ProcessUse processUse() {
      return ProcessUse.NONE;
    }

    /** The daemon gives up: treated as a crash, which is expected if its disks failed it. */
    @Override
    public void fatal(String why) {
      if (isAlive()) {
        fabric.world().note(id + " gives up: " + why);
        home.onDeath().accept(new SimDeath(fabric.world().nowNanos(), id, why, suspect));
        crash();
      }
    }
  }
}
