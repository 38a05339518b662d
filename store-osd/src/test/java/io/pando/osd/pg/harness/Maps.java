package io.pando.osd.pg.harness;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.LostStore;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.crush.CrushMap;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.osd.pg.replica.Membership;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Maps of a cluster that has one group. */
public final class Maps {
  /** The group. */
  public static final PgId GROUP = new PgId(new PoolId(1), 0);

  /** Of the first map, in which the group's interval begins. */
  public static final long EPOCH = 7;

  /** OSDs that are up, members of the group or not. */
  private static final int OSDS = 8;

  private Maps() {}

  /** The first OSDs, in order. */
  public static List<OsdId> first(int count) {
    List<OsdId> osds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      osds.add(new OsdId(i));
    }
    return osds;
  }

  /** A group of {@code size} members, the first of which is the primary. */
  public static Membership of(int size, Replication replication) {
    return of(first(size), first(size), replication, EPOCH, new TreeSet<>());
  }

  /** The group at these OSDs. */
  public static Membership of(
      List<OsdId> up,
      List<OsdId> acting,
      Replication replication,
      long epoch,
      SortedSet<ClusterFlag> flags) {
    return of(
        new PoolInfo(
            GROUP.pool(),
            "p",
            new PoolInfo.Layout(up.size(), Math.max(1, up.size() - 1), GroupCounts.fresh(1), 0),
            1,
            new PoolInfo.Options(false, 1, replication)),
        up,
        acting,
        epoch,
        flags);
  }

  /** An erasure-coded group: the position of a member is the number of its OSD. */
  public static Membership coded(PoolCode code, boolean fastRead) {
    PoolInfo pool =
        new PoolInfo(
            GROUP.pool(),
            "p",
            new PoolInfo.Layout(
                code.positions(), code.usualMinSize(), GroupCounts.fresh(1), 0, code),
            1,
            new PoolInfo.Options(false, 1, Replication.PRIMARY));
    List<OsdId> osds = first(code.positions());
    return of(pool.withFastRead(fastRead), osds, osds, EPOCH, new TreeSet<>());
  }

  private static Membership of(
      PoolInfo pool, List<OsdId> up, List<OsdId> acting, long epoch, SortedSet<ClusterFlag> flags) {
    TreeMap<PoolId, PoolInfo> pools = new TreeMap<>();
    pools.put(pool.id(), pool);
    TreeMap<OsdId, OsdInfo> osds = new TreeMap<>();
    first(OSDS).forEach(osd -> osds.put(osd, isUp(osd)));
    ClusterMap map =
        new ClusterMap(
            new ClusterMap.Stamp(new ClusterId(new UUID(1, 1)), epoch, 0),
            new ClusterMap.PlacementInput(osds, pools, CrushMap.builder().build(), new TreeMap<>()),
            flags,
            List.of(),
            ClusterMap.Losses.NONE);
    return new Membership(map, new GroupMapping(GROUP, MemberList.of(up), MemberList.of(acting)));
  }

  /** The same, once data were given up, and losses accepted until some epochs. */
  public static Membership afterLoss(
      Membership before, List<LostStore> gone, SortedMap<PgId, Long> accepted) {
    ClusterMap map = before.map();
    return new Membership(
        new ClusterMap(
            new ClusterMap.Stamp(map.cluster(), map.epoch(), 0),
            map.placement(),
            map.flags(),
            map.monitors(),
            new ClusterMap.Losses(gone, accepted)),
        before.mapping());
  }

  private static OsdInfo isUp(OsdId osd) {
    Address address = new Address(osd.node(), 1, "test", 6800 + osd.value());
    return new OsdInfo(
        osd,
        new UUID(2, osd.value()),
        true,
        new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
        new OsdInfo.Endpoint(address, 1),
        new OsdInfo.UpHistory(EPOCH, EPOCH, 0, 0));
  }
}
