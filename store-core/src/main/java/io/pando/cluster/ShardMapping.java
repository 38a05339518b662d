package io.pando.cluster;

import io.pando.id.PgId;

/**
 * Which event loop of an OSD owns a group. Everybody who sends to the OSD computes it, so that a
 * message arrives on the loop that owns what it is about. It must never change: a store's shards
 * hold their groups on disk by it.
 */
public final class ShardMapping {
  private ShardMapping() {}

  /**
   * The shard, from 0 to {@code shards - 1}. Neighbouring groups of a pool go to different shards,
   * and pools start at different ones.
   *
   * @param shards of the OSD, at least 1
   */
  public static int shardOf(PgId group, int shards) {
    return Math.floorMod(group.seed() + group.pool().value(), shards);
  }
}
