package io.pando.osd.pg.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.GroupTree;
import io.pando.cluster.Placement;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.merkle.ItemHash;
import io.pando.merkle.Subtree;
import io.pando.osd.pg.index.StoredIndex;
import io.pando.osd.pg.log.StoredLog;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * However groups are split and merged, their trees are what would be made of their objects, and
 * unsure only where a tree was unsure before, or too flat to be divided.
 */
class RegroupedTreesTest {
  private static final PoolId POOL = new PoolId(3);
  private static final long KEY = 0x7EE5;
  private static final int MOST_GROUPS = 40;

  private final ItemHash hash = new ItemHash(KEY);
  private final SortedMap<ObjectId, Version> objects = new TreeMap<>();
  private SortedMap<PgId, StoredGroup> groups = new TreeMap<>();
  private long epoch = 10;
  private long lastMerge;

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  private static PositionRange range(StoredGroup group) {
    return GroupTree.range(group.info().group().seed(), group.lineage().count());
  }

  private HashTree made(PositionRange range, int depth) {
    HashTree made = new HashTree(range, depth);
    objects.forEach((object, version) -> {
      if (range.contains(object)) {
        made.add(object.position(), hash.of(object, version));
      }
    });
    return made;
  }

  /** Some groups of a pool with their objects, in trees of some depth. */
  private void fill(Random64 random, int count) {
    for (int i = random.nextInt(400); i > 0; i--) {
      objects.put(Placement.object("o" + random.nextInt(1_000_000)), version(random));
    }
    int most = random.nextBoolean() ? 3 : 12;
    for (int seed = 0; seed < count; seed++) {
      PgId group = new PgId(POOL, seed);
      PositionRange range = GroupTree.range(seed, count);
      if (random.oneIn(6) && !(seed == count - 1 && groups.isEmpty())) {
        // This OSD has no part in it.
        objects.keySet().removeIf(range::contains);
        continue;
      }
      HashTree tree = made(range, random.nextInt(most));
      for (int i = random.oneIn(3) ? random.nextInt(3) : 0; i > 0; i--) {
        tree.markUnsure(random.nextInt(tree.leaves()));
      }
      Version head = version(random);
      GroupInfo info =
          StoredGroup.emptyInfo(group, 2, 5).withLog(GroupInfo.LogBounds.at(head)).startedIn(5);
      groups.put(
          group,
          new StoredGroup(
              info,
              new GroupLineage(count, epoch),
              StoredLog.empty(),
              StoredTree.unwritten(tree, head),
              StoredIndex.since(head),
              ScrubRecord.NEVER));
    }
  }

  private static Version version(Random64 random) {
    return new Version(1 + random.nextInt(5), 1 + random.nextInt(1_000));
  }

  private void regroup(int count, GroupCounts.@Nullable Merge merge) {
    GroupCounts now =
        new GroupCounts(count, count, count, count, 1, new GroupCounts.Steps(0, 0, merge));
    int before = groups.firstEntry().getValue().lineage().count();
    SortedMap<Integer, List<StoredGroup>> families = new TreeMap<>();
    groups.forEach((group, stored) ->
        families
            .computeIfAbsent(
                GroupTree.ancestor(group.seed(), Math.min(before, count)), _ -> new ArrayList<>())
            .add(stored));
    SortedMap<PgId, StoredGroup> all = new TreeMap<>();
    families
        .values()
        .forEach(
            family -> all.putAll(Regrouping.of(now, family, MemberId.NO_POSITION, epoch).groups()));
    all.values().forEach(group -> assertRight(group, groups.values()));
    groups = all;
  }

  private void assertRight(StoredGroup group, Iterable<StoredGroup> before) {
    HashTree tree = group.tree().tree();
    assertThat(tree.range()).isEqualTo(range(group));
    HashTree made = made(tree.range(), tree.depth());
    for (int leaf = 0; leaf < tree.leaves(); leaf++) {
      if (tree.isSure(leaf)) {
        assertThat(tree.state(leaf)).isEqualTo(made.state(leaf));
      } else {
        PositionRange unsure = tree.positions(new Subtree(tree.depth(), leaf));
        assertThat(before).anyMatch(it -> excuses(it.tree().tree(), unsure));
      }
    }
    assertThat(stored(group).hasSameLeaves(tree)).isTrue();
  }

  /** Whether what lies there could not be told from a tree of before. */
  private static boolean excuses(HashTree before, PositionRange positions) {
    for (int leaf = 0; leaf < before.leaves(); leaf++) {
      PositionRange old = before.positions(new Subtree(before.depth(), leaf));
      boolean within = old.contains(positions.first()) && old.size() > positions.size();
      boolean overlaps = old.contains(positions.first()) || positions.contains(old.first());
      if (within || (overlaps && !before.isSure(leaf))) {
        return true;
      }
    }
    return false;
  }

  /** The tree as it is read when it was written for the new group. */
  private static HashTree stored(StoredGroup group) {
    CollectionId collection = CollectionId.of(group.info().group());
    List<StoreOp> ops = new ArrayList<>();
    Version head = group.info().lastUpdate();
    new ReplicaTree(collection, group.tree(), group.entries(), KEY).writeAll(head, ops);
    SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
    for (StoreOp op : ops) {
      if (op instanceof StoreOp.PutMeta put) {
        meta.putAll(put.entries());
      }
    }
    return StoredTree.parse(range(group), head, meta).tree();
  }

  private GroupCounts.Merge merge(int from, int to) {
    List<GroupCounts.Final> finals = new ArrayList<>();
    groups.forEach((group, stored) -> {
      if (GroupTree.changes(group.seed(), from, to)) {
        finals.add(new GroupCounts.Final(group.seed(), stored.info().lastUpdate()));
      }
    });
    GroupCounts.Merge merge = new GroupCounts.Merge(epoch, from, to, lastMerge, finals);
    lastMerge = epoch;
    return merge;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void treesAreWhatWouldBeMadeOfTheObjects(long seed) {
    Random64 random = new Random64(seed);
    int count = 1 + random.nextInt(12);
    fill(random, count);
    for (int step = 0; step < 6; step++) {
      epoch++;
      int least = GroupCounts.leastAfterMerge(count, 1);
      if (count > 1 && random.nextBoolean()) {
        int to = least + random.nextInt(count - least);
        regroup(to, merge(count, to));
        count = to;
      } else if (count < MOST_GROUPS) {
        count += 1 + random.nextInt(MOST_GROUPS - count);
        regroup(count, null);
      }
    }
  }
}
