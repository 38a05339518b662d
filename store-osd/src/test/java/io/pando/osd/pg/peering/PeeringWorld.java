package io.pando.osd.pg.peering;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.LostStore;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.crush.CrushMap;
import io.pando.group.GroupInfo.History;
import io.pando.id.ClusterId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The cluster of the model: its maps, its OSDs and what they were told, and the updates that an
 * observer remembers as acknowledged.
 */
final class PeeringWorld {
  static final PgId GROUP = new PgId(new PoolId(1), 0);
  static final long CREATED = 2;

  /** What the seed allows. */
  record Profile(int osds, boolean jumps, boolean purges) {}

  final Random64 random;
  final Profile profile;
  final SortedMap<OsdId, OsdInfo> osds = new TreeMap<>();
  final SortedMap<OsdId, ModelNode> nodes = new TreeMap<>();
  final SortedMap<Version, Long> acknowledged = new TreeMap<>();
  final List<String> story = new ArrayList<>();
  private final List<LostStore> gone = new ArrayList<>();
  private final SortedMap<PgId, Long> accepted = new TreeMap<>();
  private final List<Membership> maps = new ArrayList<>();
  private List<OsdId> up = new ArrayList<>();
  List<OsdId> override = new ArrayList<>();
  int minSize = 1;

  /** Nothing happens by chance any more. */
  boolean calm;

  PeeringWorld(long seed) {
    this.random = new Random64(seed);
    this.profile =
        new Profile(3 + random.nextInt(3), seed % 3 == 1 || seed % 6 == 5, seed % 3 == 2);
    for (int i = 0; i < profile.osds(); i++) {
      OsdId id = new OsdId(i);
      nodes.put(id, new ModelNode(id));
      osds.put(id, info(id, true, 1, 0, 0));
    }
    remap();
    publish("the pool is made");
  }

  static OsdInfo info(OsdId id, boolean isUp, long upFrom, long upThru, long downAt) {
    return new OsdInfo(
        id,
        null,
        isUp,
        new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
        new OsdInfo.Endpoint(null, 1),
        new OsdInfo.UpHistory(upFrom, upThru, downAt, 0));
  }

  OsdInfo known(OsdId osd) {
    OsdInfo info = osds.get(osd);
    if (info == null) {
      throw new AssertionError("no " + osd);
    }
    return info;
  }

  ModelNode node(OsdId osd) {
    ModelNode node = nodes.get(osd);
    if (node == null) {
      throw new AssertionError("no " + osd);
    }
    return node;
  }

  OsdId anyOsd() {
    return new OsdId(random.nextInt(profile.osds()));
  }

  void remap() {
    up = new ArrayList<>();
    int size = 2 + random.nextInt(2);
    for (int i = 0; i < size; i++) {
      OsdId osd = anyOsd();
      if (!up.contains(osd)) {
        up.add(osd);
      }
    }
  }

  void overrideAny() {
    override = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      OsdId osd = anyOsd();
      if (!override.contains(osd)) {
        override.add(osd);
      }
    }
    publish("override " + override);
  }

  void publish(String why) {
    long epoch = maps.size() + CREATED;
    SortedMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(
        GROUP.pool(),
        new PoolInfo(
            GROUP.pool(),
            "p",
            new PoolInfo.Layout(3, minSize, GroupCounts.fresh(1), 0),
            CREATED,
            new PoolInfo.Options(false, 0, Replication.PRIMARY)));
    ClusterMap map =
        new ClusterMap(
            new ClusterMap.Stamp(new ClusterId(new UUID(1, 2)), epoch, 0),
            new ClusterMap.PlacementInput(osds, pools, CrushMap.builder().build(), new TreeMap<>()),
            new TreeSet<>(),
            List.of(),
            new ClusterMap.Losses(gone, accepted));
    List<OsdId> upNow = up.stream().filter(map::isUp).toList();
    List<OsdId> overridden = override.stream().filter(map::isUp).toList();
    List<OsdId> acting = overridden.isEmpty() ? upNow : overridden;
    maps.add(
        new Membership(map, new GroupMapping(GROUP, MemberList.of(upNow), MemberList.of(acting))));
    story.add("map %d: %s; up %s acting %s".formatted(epoch, why, upNow, acting));
  }

  Membership now() {
    return maps.getLast();
  }

  Membership at(long epoch) {
    return maps.get((int) (epoch - CREATED));
  }

  void crash(OsdId osd) {
    ModelNode node = node(osd);
    node.alive = false;
    node.serves = 0;
    node.leads = false;
  }

  void markDown(OsdId osd) {
    OsdInfo before = known(osd);
    if (before.up()) {
      long epoch = maps.size() + CREATED;
      osds.put(osd, info(osd, false, before.upFrom(), before.upThru(), epoch));
      publish(osd + " is down");
      // Who was marked down by mistake sleeps until it boots again.
      crash(osd);
    }
  }

  void restart(OsdId osd) {
    if (!node(osd).alive) {
      markDown(osd);
      long epoch = maps.size() + CREATED;
      osds.put(osd, info(osd, true, epoch, known(osd).upThru(), known(osd).downAt()));
      publish(osd + " is up");
      node(osd).alive = true;
    }
  }

  void purge(OsdId osd) {
    if (!profile.purges() || known(osd).up()) {
      return;
    }
    nodes.put(osd, new ModelNode(osd));
    node(osd).alive = false;
    node(osd).told = maps.size() + CREATED - 1;
    long epoch = maps.size() + CREATED;
    gone.add(new LostStore(osd, new UUID(3, epoch), known(osd).upThru(), epoch, false));
    osds.put(osd, OsdInfo.fresh(osd));
    publish(osd + " is purged, and made anew");
  }

  /** The operator of a lost group gives up the updates that no OSD has any more. */
  void acceptLoss() {
    acknowledged.keySet().removeIf(version -> !isHeld(version));
    accepted.put(GROUP, gone.getLast().goneAt());
    publish("the loss is accepted");
  }

  /** Whether anybody is left who was activated when it was written, and has it. */
  private boolean isHeld(Version version) {
    long interval = acknowledged.getOrDefault(version, 0L);
    return nodes.values().stream()
        .anyMatch(node ->
            node.isWhole()
                && node.held().lastEpochStarted() >= interval
                && node.log.contains(version));
  }

  /** A node learns all newer maps, or jumps to the newest. */
  void tell(ModelNode node) {
    if (profile.jumps() && random.oneIn(4) && node.told != 0 && node.told < now().epoch()) {
      step(node, now(), false);
    }
    while (node.told < now().epoch()) {
      step(node, at(Math.max(CREATED, node.told + 1)), true);
    }
  }

  void step(ModelNode node, Membership next, boolean successive) {
    if (node.info != null) {
      History history =
          Intervals.advance(node.info, node.member(), at(node.told), next, successive);
      node.info = node.info.withHistory(history);
    } else if (next.osds().contains(node.id)) {
      node.info = StoredGroup.emptyInfo(GROUP, CREATED, next.epoch());
      node.log = new ArrayList<>();
    }
    node.told = next.epoch();
    node.leads &= node.isServing();
  }
}
