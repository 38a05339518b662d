package io.pando.osd.pg.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.merkle.TreeDepth;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the trees of an OSD take of its heap: 12 bytes a leaf, and little beside that. */
class TreeMemoryTest {
  private static final int GROUPS = 100;
  private static final int OBJECTS = 10_000;
  private static final long MOST_BYTES = 30L << 20;

  /** The deepest tree that is left as it is with {@link #OBJECTS} objects. */
  private static int deepest() {
    int depth = TreeDepth.LEAST;
    for (int now = TreeDepth.LEAST; now <= TreeDepth.MOST; now++) {
      depth = Math.max(depth, TreeDepth.DEFAULT.of(OBJECTS, now) == now ? now : 0);
    }
    return depth;
  }

  /** One that is as deep as that, with objects, and with all that is noted of it in memory. */
  private static ReplicaTree filled(int group, Random64 random) {
    PositionRange range = GroupTree.range(group, 128);
    CollectionId collection = CollectionId.of(new PgId(new PoolId(1), group));
    StoredTree empty = StoredTree.unwritten(new HashTree(range, deepest()), Version.ZERO);
    ReplicaTree tree = new ReplicaTree(collection, empty, List.of(), 7);
    List<StoreOp> ops = new ArrayList<>();
    tree.writeAll(Version.ZERO, ops);
    for (int i = 1; i <= OBJECTS; i++) {
      int position = range.first() + (int) random.between(0, range.size() - 1);
      Version version = new Version(1, i);
      tree.onUpdate(
          new LogEntry(
              version,
              Version.ZERO,
              new ObjectId(Integer.reverse(position), "o"),
              LogEntry.Kind.MODIFY,
              RequestId.NONE,
              List.of()));
      if (i < OBJECTS / 2) {
        tree.settle(version, null, ops);
      }
      ops.clear();
    }
    return tree;
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void hundredGroupsOfTenThousandObjectsTakeLessThanThirtyMebibytes() {
    Random64 random = new Random64(1);
    filled(0, random);
    long before = usedBytes();
    List<ReplicaTree> trees = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      trees.add(filled(group, random));
    }
    long taken = usedBytes() - before;
    long leaves = trees.stream().mapToLong(tree -> tree.tree().leaves()).sum();
    assertThat(trees).allMatch(tree -> tree.tree().root().count() == OBJECTS);
    assertThat(taken).isBetween(12 * leaves, 12 * leaves + GROUPS * 16_384L);
    assertThat(taken).isLessThan(MOST_BYTES);
  }

  @Test
  void leafOfATreeThatWasMadeForItsObjectsHasSome() {
    for (long objects = 20_000; objects < 10_000_000; objects += objects / 3) {
      int depth = TreeDepth.DEFAULT.of(objects);
      int changed = TreeDepth.DEFAULT.of(objects, TreeDepth.LEAST);
      assertThat(12.0 * (1 << depth) / objects).isLessThan(3);
      assertThat(12.0 * (1 << changed) / objects).isLessThan(12);
    }
  }
}
