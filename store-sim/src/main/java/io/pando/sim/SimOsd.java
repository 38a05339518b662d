package io.pando.sim;

import io.pando.check.Invariant;
import io.pando.disk.memory.MemoryDisk;
import io.pando.disk.memory.MemoryLatency;
import io.pando.disk.memory.MemoryStore;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.osd.DaemonHost;
import io.pando.osd.OsdConfig;
import io.pando.osd.OsdDaemon;
import io.pando.osd.OsdIdentity;
import io.pando.osd.ShardPorts;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.sim.net.SimFabric;
import io.pando.sim.net.SimNetwork;
import io.pando.sim.world.SimProcess;
import io.pando.store.CollectionId;
import io.pando.store.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A storage daemon of a simulated cluster through all its lives. */
final class SimOsd {
  private static final long CAPACITY_BYTES = 1L << 30;
  private static final long LONGEST_COMMIT_NANOS = 3_000_000;
  private static final long LONGEST_READ_NANOS = 300_000;

  private final SimFabric fabric;
  private final OsdConfig config;
  private final ClusterId cluster;
  private final OsdId id;
  private final UUID identity;
  private final List<Address> monitors;
  private final Random64 random;
  private final List<MemoryDisk> disks = new ArrayList<>();
  private final List<ObjectStore> stores = new ArrayList<>();
  private @Nullable SimProcess process;
  private @Nullable OsdDaemon daemon;

  SimOsd(
      SimFabric fabric,
      OsdConfig config,
      ClusterId cluster,
      OsdId id,
      int shards,
      List<Address> monitors) {
    this.fabric = fabric;
    this.config = config;
    this.cluster = cluster;
    this.id = id;
    this.monitors = monitors;
    this.random = fabric.world().splitRandom();
    this.identity = new UUID(random.nextLong(), random.nextLong());
    for (int i = 0; i < shards; i++) {
      disks.add(new MemoryDisk(CAPACITY_BYTES));
    }
  }

  OsdId id() {
    return id;
  }

  UUID identity() {
    return identity;
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** The stores of the present life. */
  List<ObjectStore> stores() {
    return stores;
  }

  List<MemoryDisk> disks() {
    return disks;
  }

  boolean damage(PgId group, ObjectId object, long offset) {
    return disks.stream()
        .map(disk -> disk.damage(CollectionId.of(group), object, offset))
        .reduce(false, Boolean::logicalOr);
  }

  /** Starts another life on the same disks. */
  void start() {
    Invariant.check(!isAlive(), () -> id + " lives already");
    SimProcess life = fabric.world().start(id.toString());
    SimNetwork network = fabric.networkOf(life, disks.size());
    Network.Node attached;
    try {
      Network.Self self = new Network.Self(cluster, id.node(), random.between(1, Long.MAX_VALUE));
      attached =
          network.attach(self, network.loops(), new Network.Listen("sim", 6800 + id.value()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    stores.clear();
    List<ShardPorts> shards = new ArrayList<>();
    for (int i = 0; i < disks.size(); i++) {
      EventLoop loop = network.loops().get(i);
      ObjectStore store = MemoryStore.open(disks.get(i), loop, new Latency(random.split()));
      stores.add(store);
      shards.add(new ShardPorts(loop, attached.endpoints().get(i), store));
    }
    Address address =
        Invariant.present(attached.address(), () -> id + " listens, so it has an address");
    OsdDaemon next =
        new OsdDaemon(
            config,
            new OsdIdentity(cluster, id, identity, address),
            monitors,
            shards,
            random.split(),
            new Host());
    process = life;
    daemon = next;
    next.start();
  }

  /** It is killed: of what was not durable, a random part is lost. */
  void crash() {
    if (process != null) {
      process.kill();
      crashDisks();
    }
  }

  /** The power of its machine goes: the same, and nobody is told. */
  void losePower() {
    if (process != null) {
      process.losePower();
      crashDisks();
    }
  }

  private void crashDisks() {
    for (MemoryDisk disk : disks) {
      disk.crash(random.nextInt(disk.unreported() + 1));
    }
  }

  /** Stops it as an operator does. */
  void stop(Runnable stopped) {
    OsdDaemon running = Invariant.present(daemon, () -> id + " was never started");
    running.stop(() -> {
      crash();
      stopped.run();
    });
  }

  private final class Host implements DaemonHost {
    @Override
    public void note(String what) {
      fabric.world().note(id + ": " + what);
    }

    @Override
    public void fatal(String why) {
      throw Invariant.unreachable("a daemon gave up: " + why);
    }
  }

  private record Latency(Random64 random) implements MemoryLatency {
    @Override
    public long commitNanos(Transaction transaction) {
      return random.between(20_000, LONGEST_COMMIT_NANOS);
    }

    @Override
    public long readNanos() {
      return random.between(1_000, LONGEST_READ_NANOS);
    }
  }
}
