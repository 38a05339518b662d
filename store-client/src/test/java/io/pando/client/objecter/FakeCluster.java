package io.pando.client.objecter;

import static java.util.Objects.requireNonNull;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.ShardMapping;
import io.pando.cluster.fullness.Fullness;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.crush.CrushMap;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.op.OpOutcome;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * OSDs reduced to what a client sees of them: maps, who is primary, objects that remember the
 * requests executed on them, in order and once. What the groups hold moves with their primary.
 */
final class FakeCluster {
  static final PoolId POOL = new PoolId(3);
  static final int GROUPS = 8;
  static final int OSDS = 4;
  static final int SHARDS = 2;

  private final TreeMap<RequestId, OpOutcome> executed = new TreeMap<>();
  private final Map<ObjectId, List<Long>> updates = new LinkedHashMap<>();
  private long lastNonce = 100;
  private long counter;
  ClusterMap map;

  FakeCluster() {
    TreeMap<OsdId, OsdInfo> osds = new TreeMap<>();
    for (int i = 0; i < OSDS; i++) {
      osds.put(new OsdId(i), osd(new OsdId(i), ++lastNonce));
    }
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(
        POOL,
        new PoolInfo(
            POOL,
            "photos",
            new PoolInfo.Layout(3, 2, GroupCounts.fresh(GROUPS), 0),
            1,
            new PoolInfo.Options(false, 1, Replication.PRIMARY)));
    map =
        new ClusterMap(
            new ClusterMap.Stamp(new ClusterId(new UUID(1, 1)), 1, 0),
            new ClusterMap.PlacementInput(osds, pools, CrushMap.builder().build(), new TreeMap<>()),
            new TreeSet<>(),
            List.of(),
            ClusterMap.Losses.NONE);
  }

  private static OsdInfo osd(OsdId id, long nonce) {
    Address address = new Address(id.node(), nonce, "10.0.1." + id.value(), 6800);
    return new OsdInfo(
        id,
        new UUID(2, id.value()),
        true,
        new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
        new OsdInfo.Endpoint(address, SHARDS),
        new OsdInfo.UpHistory(1, 1, 0, 0));
  }

  /** What placement says by a map; an override names the whole acting set. */
  static GroupMapping locate(ClusterMap map, PgId group) {
    MemberList acting =
        map.actingOverrides().getOrDefault(group, MemberList.of(new OsdId(group.seed() % OSDS)));
    MemberList alive = acting.keep(map::isUp).closedUp();
    return new GroupMapping(group, alive, alive);
  }

  ClusterMap edit(Incremental.Edit... edits) {
    map = map.apply(new Incremental(map.epoch() + 1, 0, List.of(edits)));
    return map;
  }

  ClusterMap movePrimary(PgId group, OsdId... acting) {
    return edit(new Incremental.OverrideActing(group, MemberList.of(acting)));
  }

  /** The pool, replicated another way. */
  ClusterMap replicate(Replication replication) {
    PoolInfo pool =
        new PoolInfo(
            POOL,
            "photos",
            new PoolInfo.Layout(3, 2, GroupCounts.fresh(GROUPS), 0),
            1,
            new PoolInfo.Options(false, 1, replication));
    return edit(new Incremental.PutPool(pool));
  }

  /** Another incarnation of the OSD. */
  ClusterMap restart(OsdId id) {
    return edit(new Incremental.PutOsd(osd(id, ++lastNonce)));
  }

  ClusterMap down(OsdId id) {
    OsdInfo up = Objects.requireNonNull(map.osds().get(id));
    return edit(
        new Incremental.PutOsd(
            new OsdInfo(
                id,
                up.identity(),
                false,
                new OsdInfo.Weight(true, up.weight().reweight()),
                up.endpoint(),
                new OsdInfo.UpHistory(up.upFrom(), up.upThru(), map.epoch(), 1))));
  }

  ClusterMap flags(ClusterFlag... flags) {
    return edit(new Incremental.PutFlags(new TreeSet<>(List.of(flags))));
  }

  /** These OSDs are full, and no others. */
  ClusterMap full(OsdId... osds) {
    SortedMap<OsdId, FullnessLevel> levels = new TreeMap<>();
    for (OsdId osd : osds) {
      levels.put(osd, FullnessLevel.FULL);
    }
    return edit(new Incremental.PutFullness(new Fullness(null, levels)));
  }

  ClusterMap deletePool() {
    return edit(new Incremental.RemovePool(POOL));
  }

  /** The incarnation that answers at the peer's address, as long as it lives. */
  boolean lives(Peer.Dialed peer) {
    return map.isUp(peer.node().osd(), peer.nonce());
  }

  /** What the OSD answers, by the newest map. */
  ObjectMessage.Reply execute(Peer.Dialed at, ObjectMessage.Request request) {
    PgId group = request.group();
    OsdId primary = locate(map, group).primary().orElse(null);
    PoolInfo pool = requireNonNull(map.pools().get(POOL));
    if (!at.node().osd().equals(primary)
        || at.shard() != ShardMapping.shardOf(pool, group, SHARDS)) {
      return new ObjectMessage.NotServed(
          request.id(), map.epoch(), request.attempt(), false, "not the primary");
    }
    if (request instanceof ObjectMessage.Operate operate && comesEarly(operate)) {
      return new ObjectMessage.NotServed(
          request.id(), map.epoch(), request.attempt(), false, "early");
    }
    return switch (request) {
      case ObjectMessage.Operate operate ->
          new ObjectMessage.OperateReply(
              request.id(),
              map.epoch(),
              request.attempt(),
              executed.computeIfAbsent(request.id(), _ -> apply(operate)));
      case ObjectMessage.ListObjects _ ->
          new ObjectMessage.ListReply(request.id(), map.epoch(), List.of(), false, -1);
      case ObjectMessage.QueryGroup _, ObjectMessage.ScrubGroup _ ->
          throw new AssertionError("not asked for here");
    };
  }

  private boolean comesEarly(ObjectMessage.Operate operate) {
    long behind = operate.sending().behind();
    return behind != 0
        && !executed.containsKey(operate.id())
        && !executed.containsKey(new RequestId(operate.id().client(), behind));
  }

  private OpOutcome apply(ObjectMessage.Operate operate) {
    updates.computeIfAbsent(operate.object(), _ -> new ArrayList<>()).add(operate.id().sequence());
    return new OpOutcome.Succeeded(new Version(map.epoch(), ++counter), List.of());
  }

  /** Requests executed on each object, in order. */
  Map<ObjectId, List<Long>> updates() {
    return updates;
  }

  @Nullable OpOutcome outcome(RequestId id) {
    return executed.get(id);
  }
}
