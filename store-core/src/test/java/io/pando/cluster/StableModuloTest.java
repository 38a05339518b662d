package io.pando.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import org.junit.jupiter.api.Test;

class StableModuloTest {
  @Test
  void growingByOneSplitsOneGroupAndMovesNothingElse() {
    Random64 random = new Random64(11);
    for (int count = 1; count < 200; count++) {
      int from = -1;
      for (int i = 0; i < 500; i++) {
        int hash = (int) random.nextLong();
        int before = GroupTree.ancestor(hash, count);
        int after = GroupTree.ancestor(hash, count + 1);
        assertThat(before).isBetween(0, count - 1);
        if (before != after) {
          assertThat(after).isEqualTo(count);
          from = from < 0 ? before : from;
          assertThat(before).isEqualTo(from);
        }
      }
    }
  }

  @Test
  void everyShardGetsGroups() {
    PoolInfo pool =
        new PoolInfo(
            new PoolId(3),
            "p",
            new PoolInfo.Layout(3, 2, GroupCounts.fresh(32), 0),
            1,
            new PoolInfo.Options(false, 0, Replication.PRIMARY));
    boolean[] seen = new boolean[5];
    for (int seed = 0; seed < 5; seed++) {
      seen[ShardMapping.shardOf(pool, new PgId(pool.id(), seed), 5)] = true;
    }
    assertThat(seen).doesNotContain(false);
  }
}
