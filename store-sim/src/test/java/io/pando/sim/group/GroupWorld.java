package io.pando.sim.group;

import io.pando.check.Invariant;
import io.pando.client.objecter.Objecter;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.crush.CrushMap;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.port.EventLoop;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * One placement group, its members and some clients, and nothing else: no daemons, no monitors. All
 * that happens between them happens at times that are drawn: commits and reads of the stores, what
 * arrives by each stream, resets, new maps. So orders come up here that a whole cluster shows
 * rarely. Who may answer clients is known from outside, in place of leases.
 */
final class GroupWorld implements EventLoop {
  static final PgId GROUP = new PgId(new PoolId(1), 0);
  static final long MILLI = 1_000_000;

  private record Due(long nanos, long order) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  final Random64 random;
  final GroupStreams streams = new GroupStreams(this);
  final List<Member> members = new ArrayList<>();
  final List<GroupClient> clients = new ArrayList<>();
  private final TreeMap<Due, Runnable> tasks = new TreeMap<>();
  private final TreeMap<Long, Long> intervals = new TreeMap<>();
  private final List<ClusterMap> maps = new ArrayList<>();
  private final List<List<OsdId>> ups = new ArrayList<>();
  private boolean calm;
  private long order;
  private long nonces;
  private long nowNanos = MILLI;

  GroupWorld(long seed, int size, Replication replication) {
    this(seed, size, replication, Member.SCRUBS);
  }

  GroupWorld(long seed, int size, Replication replication, ScrubLimits scrubs) {
    this.random = new Random64(seed);
    TreeMap<OsdId, OsdInfo> osds = new TreeMap<>();
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(GROUP.pool(), pool(size, replication));
    for (int i = 0; i < size; i++) {
      OsdId id = new OsdId(i);
      osds.put(id, up(id, 1));
      members.add(new Member(this, id, scrubs));
    }
    ClusterMap first =
        new ClusterMap(
            new ClusterMap.Stamp(new ClusterId(new UUID(1, 1)), 1, 0),
            new ClusterMap.PlacementInput(osds, pools, CrushMap.builder().build(), new TreeMap<>()),
            new TreeSet<>(),
            List.of(),
            ClusterMap.Losses.NONE);
    publish(first, List.copyOf(osds.keySet()), true);
    members.forEach(Member::begin);
  }

  private static PoolInfo pool(int size, Replication replication) {
    return new PoolInfo(
        GROUP.pool(),
        "p",
        new PoolInfo.Layout(size, Math.max(1, size - 1), GroupCounts.fresh(1), 0),
        1,
        new PoolInfo.Options(false, 1, replication));
  }

  private OsdInfo up(OsdId id, long epoch) {
    Address address = new Address(id.node(), ++nonces, "sim", 6800 + id.value());
    return new OsdInfo(
        id,
        new UUID(2, id.value()),
        true,
        new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
        new OsdInfo.Endpoint(address, 1),
        new OsdInfo.UpHistory(epoch, 0, 0, 0));
  }

  // Time

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public long wallMillis() {
    return nowNanos / MILLI;
  }

  @Override
  public void execute(Runnable task) {
    after(0, task);
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    Due due = after(delayNanos, task);
    return () -> tasks.remove(due);
  }

  private Due after(long delayNanos, Runnable task) {
    Due due = new Due(nowNanos + delayNanos, order++);
    tasks.put(due, task);
    return due;
  }

  void run(long nanos) {
    long end = nowNanos + nanos;
    while (!tasks.isEmpty() && tasks.firstKey().nanos() <= end) {
      var next = tasks.pollFirstEntry();
      nowNanos = next.getKey().nanos();
      next.getValue().run();
    }
    nowNanos = end;
  }

  // Maps

  ClusterMap map() {
    return maps.getLast();
  }

  ClusterMap map(long epoch) {
    return maps.get(Math.toIntExact(epoch - 1));
  }

  /** Where the group is by a map. */
  GroupMapping locate(ClusterMap by, PgId group) {
    List<OsdId> up = ups.get(Math.toIntExact(by.epoch() - 1)).stream().filter(by::isUp).toList();
    List<OsdId> override =
        by.actingOverrides().getOrDefault(group, MemberList.EMPTY).osds().stream()
            .filter(by::isUp)
            .toList();
    return new GroupMapping(
        group, MemberList.of(up), MemberList.of(override.isEmpty() ? up : override));
  }

  /** First epoch of the interval that this one belongs to. */
  long interval(long epoch) {
    return Invariant.present(intervals.floorEntry(epoch), () -> "no epoch " + epoch).getValue();
  }

  private void publish(ClusterMap next, List<OsdId> up, boolean newInterval) {
    maps.add(next);
    ups.add(up);
    if (newInterval) {
      intervals.put(next.epoch(), next.epoch());
    }
    members.forEach(member -> schedule(delay(), member::learnMaps));
    clients.forEach(client -> schedule(random.between(0, 300 * MILLI), client::learnMap));
  }

  private void edit(List<OsdId> up, boolean newInterval, Incremental.Edit... edits) {
    ClusterMap now = map();
    publish(now.apply(new Incremental(now.epoch() + 1, 0, List.of(edits))), up, newInterval);
  }

  private List<OsdId> shuffled(List<OsdId> osds) {
    List<OsdId> shuffled = new ArrayList<>(osds);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      OsdId other = shuffled.set(random.nextInt(i + 1), shuffled.get(i));
      shuffled.set(i, other);
    }
    return shuffled;
  }

  /** The members change places. */
  void reorder() {
    edit(shuffled(ups.getLast()), true);
  }

  /** The members are in this order, which must be another than before. */
  void order(List<OsdId> up) {
    edit(up, true);
  }

  void replicate(Replication replication) {
    edit(ups.getLast(), true, new Incremental.PutPool(pool(members.size(), replication)));
  }

  /** The cluster has these flags. */
  void flags(ClusterFlag... flags) {
    edit(ups.getLast(), false, new Incremental.PutFlags(new TreeSet<>(List.of(flags))));
  }

  void removePool() {
    edit(ups.getLast(), true, new Incremental.RemovePool(GROUP.pool()));
  }

  void onUpThru(OsdId osd, long epoch) {
    schedule(
        delay(),
        () -> {
          OsdInfo it = Invariant.present(map().osds().get(osd), () -> "no " + osd);
          if (it.up() && it.upThru() < epoch) {
            edit(ups.getLast(), false, new Incremental.PutOsd(it.withUpThru(map().epoch())));
          }
        });
  }

  void onOverride(List<OsdId> acting) {
    List<OsdId> wanted = acting.stream().filter(map()::isUp).toList();
    if (!wanted.equals(map().actingOverrides().getOrDefault(GROUP, MemberList.EMPTY).osds())) {
      edit(ups.getLast(), true, new Incremental.OverrideActing(GROUP, MemberList.of(wanted)));
    }
  }

  /** The map says that an OSD is down, as it is. */
  void markDown(OsdId osd) {
    OsdInfo it = Invariant.present(map().osds().get(osd), () -> "no " + osd);
    long epoch = map().epoch() + 1;
    edit(
        ups.getLast(),
        true,
        new Incremental.PutOsd(
            new OsdInfo(
                osd,
                it.identity(),
                false,
                new OsdInfo.Weight(true, it.weight().reweight()),
                it.endpoint(),
                new OsdInfo.UpHistory(it.upFrom(), it.upThru(), epoch, 1))));
  }

  /** The map says that a new incarnation is up. */
  void markUp(OsdId osd) {
    edit(ups.getLast(), true, new Incremental.PutOsd(up(osd, map().epoch() + 1)));
  }

  // Chance

  long delay() {
    return !calm && random.oneIn(8) ? random.between(0, 60 * MILLI) : random.between(0, 3 * MILLI);
  }

  /** From now on nothing takes so long that anybody asks again. */
  void calm() {
    calm = true;
  }

  Objecter objecter(long number) {
    return new Objecter(GroupClient.CONFIG, number, random.split(), this::locate);
  }
}
