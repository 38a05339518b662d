package io.pando.cluster;

import io.pando.id.PgId;

/**
 * Computes the event loop (shard) of an OSD that owns a group. Every sender to the OSD computes it,
 * so that a message arrives on the owning loop. The mapping must never change, since the shards of
 * a store hold their groups on disk by it.
 *
 * <p>When a group is split, it and its descendants stay on the same shard, since a shard can divide
 * the objects in its own store without copying them. So the shard is computed from the group's
 * ancestor among the pool's roots, and the number of roots never changes.
 */
public final class ShardMapping {
  private ShardMapping() {}

  /**
   * The shard, from 0 to {@code shards - 1}. Neighbouring groups of a pool are on different shards,
   * and different pools start at different shards.
   *
   * @param pool pool of the group
   * @param shards number of shards of the OSD, at least 1
   */
  public static int shardOf(PoolInfo pool, PgId group, int shards) {
    int root = GroupTree.ancestor(group.seed(), pool.groups().roots());
    return Math.floorMod(root + group.pool().value(), shards);
  }
}
