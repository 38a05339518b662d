package io.pando.cluster;

import io.pando.id.PgId;

/**
 * Which event loop of an OSD owns a group. Everybody who sends to the OSD computes it, so that a
 * message arrives on the loop that owns what it is about. It must never change: a store's shards
 * hold their groups on disk by it.
 *
 * <p>A group that is split stays where it is with all that comes out of it, since a shard can
 * divide what lies in its own store without copying it. So the shard follows from the group's
 * ancestor among the pool's roots, whose number never changes.
 */
public final class ShardMapping {
  private ShardMapping() {}

  /**
   * The shard, from 0 to {@code shards - 1}. Neighbouring groups of a pool go to different shards,
   * and pools start at different ones.
   *
   * @param pool of the group
   * @param shards of the OSD, at least 1
   */
  public static int shardOf(Pool pool, PgId group, int shards) {
    int root = GroupTree.ancestor(group.seed(), pool.groups().roots());
    return Math.floorMod(root + group.pool().value(), shards);
  }
}
