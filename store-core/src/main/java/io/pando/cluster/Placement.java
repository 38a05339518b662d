package io.pando.cluster;

import io.pando.check.Invariant;
import io.pando.crush.CrushMapper;
import io.pando.crush.choose.CrushHash;
import io.pando.crush.choose.Workspace;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Computes the placement of objects: name → hash → group → raw → up → acting (design §3). Each step
 * is one method, in that order. Caches the mappings for the last map that it was used with. It
 * caches the choices of CRUSH for as long as nothing changes on which they depend, since most maps
 * change other things. It holds work space, so each event loop uses its own placement.
 */
public final class Placement {
  private final Workspace workspace = new Workspace();
  private final Map<PgId, GroupMapping> known = new LinkedHashMap<>();
  private final Map<PgId, MemberList> chosen = new LinkedHashMap<>();
  private @Nullable ClusterMap current;
  private int[] reweights = {};

  /** A placement that has no map yet. */
  public Placement() {}

  /** The object with the given name; computes its hash. */
  public static ObjectId object(String name) {
    return new ObjectId(CrushHash.stringHash(name.getBytes(StandardCharsets.UTF_8)), name);
  }

  /** The group of the pool that owns the object. */
  public static PgId group(PoolInfo pool, ObjectId object) {
    return new PgId(pool.id(), GroupTree.ancestor(object.hash(), pool.groupCount()));
  }

  /** The mapping of the group by this map; its pool must be in the map. */
  public GroupMapping locate(ClusterMap map, PgId group) {
    use(map);
    GroupMapping mapping = known.get(group);
    if (mapping == null) {
      MemberList up = alive(map, group, chosen.computeIfAbsent(group, it -> raw(map, it)));
      mapping = new GroupMapping(group, up, acting(map, group, up));
      known.put(group, mapping);
    }
    return mapping;
  }

  /** The devices that CRUSH chooses, up or not. */
  private MemberList raw(ClusterMap map, PgId group) {
    PoolInfo pool = pool(map, group);
    int[] devices = new int[pool.size()];
    int x =
        CrushHash.hash32(
            GroupTree.ancestor(group.seed(), pool.groups().placement()), group.pool().value());
    int found = CrushMapper.map(map.crush(), pool.rule(), x, devices, reweights, workspace);
    List<Optional<OsdId>> raw = new ArrayList<>(found);
    for (int i = 0; i < found; i++) {
      boolean hole = devices[i] < 0 || devices[i] == CrushMapper.NONE;
      raw.add(hole ? Optional.empty() : Optional.of(new OsdId(devices[i])));
    }
    return MemberList.ofPositions(raw);
  }

  /**
   * The OSDs that are up. Replicas are alike, so those behind a hole take its place; fragments keep
   * their positions.
   */
  private static MemberList alive(ClusterMap map, PgId group, MemberList all) {
    MemberList up = all.keep(map::isUp);
    return pool(map, group).isErasureCoded() ? up : up.closedUp();
  }

  private static PoolInfo pool(ClusterMap map, PgId group) {
    return Invariant.present(
        map.pools().get(group.pool()),
        () -> "no pool in map " + map.epoch() + " for group " + group);
  }

  private static MemberList acting(ClusterMap map, PgId group, MemberList up) {
    MemberList override = map.actingOverrides().get(group);
    if (override == null) {
      return up;
    }
    MemberList alive = alive(map, group, override);
    return alive.isEmpty() ? up : alive;
  }

  @SuppressWarnings(
      "ReferenceEquality") // identity is enough: equality would cost more than it saves
  private void use(ClusterMap map) {
    if (map != current) {
      int[] now = reweights(map);
      if (current == null || map.crush() != current.crush() || !Arrays.equals(now, reweights)) {
        chosen.clear();
      } else {
        forgetChanged(current.pools(), map.pools());
      }
      current = map;
      known.clear();
      reweights = now;
    }
  }

  /**
   * Drops cached choices of changed pools: a pool may have another rule or size, or an id another
   * pool.
   */
  private void forgetChanged(
      SortedMap<PoolId, PoolInfo> before, SortedMap<PoolId, PoolInfo> after) {
    before.forEach((id, pool) -> {
      PoolInfo now = after.get(id);
      if (now == null || !choosesAlike(pool, now)) {
        chosen.keySet().removeIf(group -> group.pool().equals(id));
      }
    });
  }

  private static boolean choosesAlike(PoolInfo a, PoolInfo b) {
    return a.rule() == b.rule()
        && a.size() == b.size()
        && a.groups().placement() == b.groups().placement();
  }

  private static int[] reweights(ClusterMap map) {
    int[] byDevice = new int[map.osds().isEmpty() ? 0 : map.osds().lastKey().value() + 1];
    map.osds().values().forEach(osd -> byDevice[osd.id().value()] = osd.effectiveReweight());
    return byDevice;
  }
}
