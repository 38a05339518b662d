package io.pando.osd;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.Incremental;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.ShardMapping;
import io.pando.crush.CrushMap;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.pg.harness.HandStore;
import io.pando.osd.shard.ShardPorts;
import io.pando.osd.traffic.HandLoop;
import io.pando.osd.traffic.HandWire;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.report.ProcessUse;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A daemon of two shards, the only one of its cluster, with a pool of four groups and a monitor
 * that a test plays. All loops are one.
 */
final class DaemonWorld implements DaemonHost {
  private final MeterRegistry registry = new SimpleMeterRegistry();
  static final OsdId SELF = new OsdId(0);
  static final PoolId POOL = new PoolId(1);
  static final ClusterId CLUSTER = new ClusterId(new UUID(1, 1));
  static final int SHARDS = 2;
  private static final long SECOND = 1_000_000_000L;
  private static final Address MONITOR =
      new Address(new NodeId(NodeId.Role.MON, 0), 0, "mon", 6789);

  final HandLoop loop = new HandLoop();
  final List<HandWire> wires = new ArrayList<>();
  final List<HandStore> stores = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  final List<String> deaths = new ArrayList<>();
  ClusterMap map;
  OsdDaemon daemon;

  private final OsdConfig config;

  DaemonWorld() {
    this(OsdConfig.defaults(), HostMaps.of(1, 1));
  }

  DaemonWorld(OsdConfig config, CrushMap crush) {
    this.config = config;
    TreeMap<OsdId, OsdInfo> osds = new TreeMap<>();
    osds.put(SELF, OsdInfo.fresh(SELF));
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(POOL, pool());
    map =
        new ClusterMap(
            new ClusterMap.Stamp(CLUSTER, 5, 0),
            new ClusterMap.PlacementInput(osds, pools, crush, new TreeMap<>()),
            new TreeSet<>(),
            List.of(new MonitorInfo(MONITOR.node(), "mon", 6789, 6790)),
            ClusterMap.Losses.NONE);
    for (int i = 0; i < SHARDS; i++) {
      wires.add(new HandWire());
      stores.add(new HandStore(loop));
    }
    daemon = start(1);
  }

  static PoolInfo pool() {
    return new PoolInfo(
        POOL,
        "p",
        new PoolInfo.Layout(1, 1, GroupCounts.fresh(4), 0),
        5,
        new PoolInfo.Options(false, 3, Replication.PRIMARY));
  }

  /** An incarnation on the stores as they are. */
  OsdDaemon start(long nonce) {
    List<ShardPorts> ports = new ArrayList<>();
    for (int i = 0; i < SHARDS; i++) {
      ports.add(new ShardPorts(loop, wires.get(i), stores.get(i)));
    }
    OsdDaemon fresh =
        new OsdDaemon(config, identity(nonce), List.of(MONITOR), ports, new Random64(1), this);
    fresh.start();
    pass();
    return fresh;
  }

  static OsdIdentity identity(long nonce) {
    Address address = new Address(SELF.node(), nonce, "osd", 6800);
    return new OsdIdentity(CLUSTER, SELF, new UUID(2, 0), address);
  }

  void pass() {
    loop.pass(1_000);
  }

  void passSeconds(int seconds) {
    loop.pass(seconds * SECOND);
  }

  /** The monitor says something. */
  void tell(Message message) {
    hearMonitor(message);
    pass();
  }

  /** The monitor says something, of which nothing has come yet. */
  void hearMonitor(Message message) {
    wires.getFirst().hear(new Peer.Dialed(MONITOR, 0), message);
  }

  /** A change of the map, of which the daemon hears. */
  void change(Incremental.Edit... edits) {
    Incremental next = new Incremental(map.epoch() + 1, 0, List.of(edits));
    map = map.apply(next);
    tell(new MapUpdate(null, List.of(next)));
  }

  /** What was asked for last of a kind; the monitor has accepted it. */
  <T extends Change> T accept(Class<T> kind) {
    MonitorMessage.RequestChange request = request(kind);
    tell(
        new MonitorMessage.ChangeReply(
            request.request(), new ChangeOutcome.Accepted(map.epoch(), "")));
    return kind.cast(request.change());
  }

  /** A request that it made since it was asked last. */
  MonitorMessage.RequestChange request(Class<? extends Change> kind) {
    return requests().stream()
        .filter(it -> kind.isInstance(it.change()))
        .reduce((_, last) -> last)
        .orElseThrow(() -> new AssertionError("no " + kind.getSimpleName() + " was asked for"));
  }

  List<MonitorMessage.RequestChange> requests() {
    return wires.getFirst().messages(MonitorMessage.RequestChange.class);
  }

  /** The OSD gets the first map and boots; then it serves. */
  void boot(long nonce) {
    tell(new MapUpdate(map, List.of()));
    accept(Change.Boot.class);
    markUp(nonce);
  }

  void markUp(long nonce) {
    hearMark(nonce);
    Change.RaiseUpThru raise = accept(Change.RaiseUpThru.class);
    change(new Incremental.PutOsd(info().withUpThru(raise.epoch())));
    // An incarnation before may have promised leases.
    passSeconds(3);
  }

  /** Marked up, but the map does not say yet up to which epoch: groups peer. */
  void hearMark(long nonce) {
    OsdIdentity self = identity(nonce);
    change(
        new Incremental.PutOsd(
            new OsdInfo(
                SELF,
                self.identity(),
                true,
                new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
                new OsdInfo.Endpoint(self.address(), SHARDS),
                new OsdInfo.UpHistory(map.epoch() + 1, 0, 0, 0))));
  }

  OsdInfo info() {
    OsdInfo info = map.osds().get(SELF);
    if (info == null) {
      throw new AssertionError("it is not in the map");
    }
    return info;
  }

  /** All that it asks of the map for its groups' sake is done. */
  void settle() {
    passSeconds(1);
    for (var asked = raises(); !asked.isEmpty(); asked = raises()) {
      change(new Incremental.PutOsd(info().withUpThru(asked.getLast().epoch())));
      passSeconds(1);
    }
  }

  /** The map says what it asked for, and nothing has come of that yet. */
  void hearThatItIsUp() {
    Incremental next =
        new Incremental(
            map.epoch() + 1,
            0,
            List.of(new Incremental.PutOsd(info().withUpThru(raises().getLast().epoch()))));
    map = map.apply(next);
    hearMonitor(new MapUpdate(null, List.of(next)));
  }

  private List<Change.RaiseUpThru> raises() {
    return requests().stream()
        .map(MonitorMessage.RequestChange::change)
        .filter(Change.RaiseUpThru.class::isInstance)
        .map(Change.RaiseUpThru.class::cast)
        .filter(raise -> raise.epoch() > info().upThru())
        .toList();
  }

  /** The process ends, whatever it is about. */
  void crash() {
    loop.crash();
  }

  /** The store of the shard that has a group. */
  HandStore storeOf(PgId group) {
    return stores.get(ShardMapping.shardOf(pool(), group, SHARDS));
  }

  /** The shard that has a group. */
  HandWire wireOf(PgId group) {
    return wires.get(ShardMapping.shardOf(pool(), group, SHARDS));
  }

  @Override
  public void note(String what) {
    notes.add(what);
  }

  @Override
  public void fatal(String why) {
    deaths.add(why);
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
}
