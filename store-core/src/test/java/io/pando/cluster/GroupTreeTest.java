package io.pando.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupTreeTest {
  private static PoolInfo pool(GroupCounts groups) {
    return new PoolInfo(
        new PoolId(1),
        "p",
        new PoolInfo.Layout(3, 2, groups, 0),
        1,
        new PoolInfo.Options(false, 0, Replication.PRIMARY));
  }

  @Test
  void theRangesOfAllGroupsAreThePlacementOrderWithoutGapsOrOverlaps() {
    for (int count = 1; count < 300; count++) {
      List<PositionRange> ranges = new ArrayList<>();
      for (int seed = 0; seed < count; seed++) {
        ranges.add(GroupTree.range(seed, count));
      }
      ranges.sort((a, b) -> Integer.compareUnsigned(a.first(), b.first()));
      int next = 0;
      for (PositionRange range : ranges) {
        assertThat(range.first()).as("%d groups", count).isEqualTo(next);
        assertThat(Integer.compareUnsigned(range.first(), range.last())).isNegative();
        next = range.last() + 1;
      }
      assertThat(next).isZero();
    }
  }

  @Test
  void anObjectLiesInTheRangeOfItsGroup() {
    Random64 random = new Random64(5);
    for (int i = 0; i < 100_000; i++) {
      int count = 1 + random.nextInt(PoolInfo.MAX_GROUPS);
      ObjectId object = new ObjectId((int) random.nextLong(), "o");
      int seed = Placement.group(pool(GroupCounts.fresh(count)), object).seed();
      assertThat(GroupTree.range(seed, count).contains(object)).isTrue();
    }
    assertThat(GroupTree.range(0, 1)).isEqualTo(PositionRange.ALL);
    assertThat(GroupTree.range(9, PoolInfo.MAX_GROUPS).contains(9 << 16)).isFalse();
  }

  @Test
  void whatComesOutOfAGroupLiesInItsRange() {
    for (int from = 1; from < 40; from++) {
      for (int to = from; to < 80; to++) {
        int seen = 0;
        for (int seed = 0; seed < from; seed++) {
          List<Integer> children = GroupTree.children(seed, from, to);
          PositionRange whole = GroupTree.range(seed, from);
          assertThat(GroupTree.splits(seed, from, to)).isEqualTo(!children.isEmpty());
          assertThat(GroupTree.changes(seed, from, to)).isEqualTo(!children.isEmpty());
          assertThat(GroupTree.changes(seed, to, from)).isEqualTo(!children.isEmpty());
          for (int child : children) {
            PositionRange part = GroupTree.range(child, to);
            assertThat(whole.contains(part.first()) && whole.contains(part.last())).isTrue();
            assertThat(GroupTree.ancestor(child, from)).isEqualTo(seed);
            assertThat(GroupTree.changes(child, to, from)).isTrue();
          }
          seen += children.size();
        }
        assertThat(seen).isEqualTo(to - from);
      }
    }
  }

  @Test
  void childrenAreInOrder() {
    assertThat(GroupTree.children(0, 1, 4)).containsExactly(1, 2, 3);
    assertThat(GroupTree.children(2, 6, 9)).containsExactly(6);
    assertThat(GroupTree.children(0, 4, 20)).containsExactly(4, 8, 12, 16);
  }

  /** A number beyond the number of groups is no group, neither before nor after. */
  @Test
  void noGroupChangesWhileTheNumberOfGroupsStays() {
    for (int count = 1; count < 20; count++) {
      for (int seed = 0; seed < 3 * count; seed++) {
        assertThat(GroupTree.changes(seed, count, count)).isFalse();
        assertThat(GroupTree.children(seed, count, count)).isEmpty();
      }
      assertThat(GroupTree.changes(count, count + 1, count)).as("it goes").isTrue();
      assertThat(GroupTree.changes(count - 1, count + 1, count))
          .as("the last one stays, and may take in what goes")
          .isEqualTo(GroupTree.ancestor(count, count) == count - 1);
    }
  }

  @Test
  void aGroupStaysOnItsShardWithAllThatComesOutOfIt() {
    for (int made = 1; made < 40; made++) {
      PoolInfo pool = pool(GroupCounts.fresh(made));
      for (int seed = 0; seed < 200; seed++) {
        int ancestor = GroupTree.ancestor(seed, made);
        assertThat(ShardMapping.shardOf(pool, new PgId(pool.id(), seed), 5))
            .isEqualTo(ShardMapping.shardOf(pool, new PgId(pool.id(), ancestor), 5));
      }
    }
  }

  @Test
  void aMergeStepGivesEveryParentOneChildAtMost() {
    for (int count = 2; count < 300; count++) {
      int least = GroupCounts.leastAfterMerge(count, 1);
      assertThat(least).isLessThan(count);
      for (int seed = 0; seed < least; seed++) {
        assertThat(GroupTree.children(seed, least, count)).hasSizeLessThanOrEqualTo(1);
      }
    }
  }
}
