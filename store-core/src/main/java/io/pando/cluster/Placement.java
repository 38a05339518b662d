package io.pando.cluster;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes where things live: name → hash → group → raw → up → acting (design §3). One step is one
 * method, in that order. Keeps work space, so one loop uses one placement.
 */
public final class Placement {
  /** The object of that name: hashes it. */
  public static ObjectId object(String name) {
    return new ObjectId(name.hashCode(), name);
  }

  /** The group of the pool that owns the object. */
  public static PgId group(Pool pool, ObjectId object) {
    return new PgId(pool.id(), stableModulo(object.hash(), pool.groupCount()));
  }

  /** Where the group lives by this map; the pool must be in it. */
  public GroupMapping locate(ClusterMap map, PgId group) {
    Pool pool =
        Invariant.present(
            map.pools().get(group.pool()),
            () -> "no pool in map " + map.epoch() + " for group " + group);
    List<OsdId> up = up(map, raw(map, pool, group));
    return new GroupMapping(group, up, acting(map, group, up));
  }

  private List<OsdId> raw(ClusterMap map, Pool pool, PgId group) {
    return map.osds().keySet().stream().skip(group.seed() % 2).limit(pool.size()).toList();
  }

  private static List<OsdId> up(ClusterMap map, List<OsdId> raw) {
    return raw.stream().filter(map::isUp).toList();
  }

  private static List<OsdId> acting(ClusterMap map, PgId group, List<OsdId> up) {
    List<OsdId> override = map.actingOverrides().get(group);
    if (override == null) {
      return up;
    }
    List<OsdId> alive = new ArrayList<>(override);
    alive.removeIf(osd -> !map.isUp(osd));
    return alive.isEmpty() ? up : alive;
  }

  /**
   * Modulo that moves only the objects of a group that is split when the count grows by one: with
   * the next power of two above the count as mask, the low bits, less one bit where that lands
   * beyond the count.
   */
  static int stableModulo(int hash, int count) {
    int mask = count <= 1 ? 0 : (Integer.highestOneBit(count - 1) << 1) - 1;
    int low = hash & mask;
    return low < count ? low : hash & (mask >> 1);
  }
}
