package io.pando.merkle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.random.Random64;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A maintained tree equals a tree that is built from the items. */
class HashTreeTest {
  private static final int STEPS = 400;

  private final ItemHash hash = new ItemHash(0x1234_5678_9ABC_DEF0L);
  private final SortedMap<ObjectId, Version> held = new TreeMap<>();

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  private HashTree made(PositionRange range, int depth) {
    HashTree tree = new HashTree(range, depth);
    held.forEach((object, version) -> {
      if (range.contains(object)) {
        tree.add(object.position(), hash.of(object, version));
      }
    });
    return tree;
  }

  private static ObjectId any(PositionRange range, Random64 random) {
    int offset = (int) random.between(0, range.size() - 1);
    int position = range.first() + offset;
    return new ObjectId(Integer.reverse(position), "o" + random.nextInt(3));
  }

  private static int anyDepth(Random64 random, int most) {
    return random.nextInt(most + 1);
  }

  private void change(HashTree tree, Random64 random) {
    boolean known = !held.isEmpty() && random.oneIn(2);
    ObjectId object = any(tree.range(), random);
    if (known) {
      SortedMap<ObjectId, Version> tail = held.tailMap(object);
      object = tail.isEmpty() ? held.firstKey() : tail.firstKey();
    }
    Version before = held.get(object);
    if (before != null) {
      tree.remove(object.position(), hash.of(object, before));
      held.remove(object);
    }
    if (before == null || !random.oneIn(3)) {
      Version after = new Version(random.nextInt(9), random.nextInt(1000));
      held.put(object, after);
      tree.add(object.position(), hash.of(object, after));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsKeptIsWhatWouldBeMade(long seed) {
    Random64 random = new Random64(seed);
    int groups = 1 + random.nextInt(40);
    PositionRange range = GroupTree.range(random.nextInt(groups), groups);
    HashTree tree = new HashTree(range, anyDepth(random, 10));
    for (int step = 0; step < STEPS; step++) {
      change(tree, random);
    }
    HashTree rebuilt = made(range, tree.depth());
    assertThat(tree.hasSameLeaves(rebuilt)).isTrue();
    assertThat(tree.root()).isEqualTo(rebuilt.root());
    assertThat(tree.root().count()).isEqualTo(held.size());
    for (int level = 0; level <= tree.depth(); level++) {
      Digest all = Digest.EMPTY;
      for (int index = 0; index < 1 << level; index++) {
        all = all.plus(tree.digest(new Subtree(level, index)));
      }
      assertThat(all).isEqualTo(tree.root());
    }
    int flatter = anyDepth(random, tree.depth());
    assertThat(tree.flattened(flatter).hasSameLeaves(made(range, flatter))).isTrue();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everythingOfAPartLiesWithinItsPositions(long seed) {
    Random64 random = new Random64(seed);
    int groups = 1 + random.nextInt(40);
    PositionRange range = GroupTree.range(random.nextInt(groups), groups);
    HashTree tree = new HashTree(range, anyDepth(random, 10));
    for (int step = 0; step < STEPS; step++) {
      change(tree, random);
    }
    int level = anyDepth(random, tree.depth());
    Subtree part = new Subtree(level, random.nextInt(1 << level));
    PositionRange positions = tree.positions(part);
    assertThat(positions.size()).isEqualTo(range.size() >>> level);
    assertThat(tree.digest(part)).isEqualTo(made(positions, 0).root());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void splittingAndMergingGroupsSplitsAndMergesTrees(long seed) {
    Random64 random = new Random64(seed);
    int few = 1 + random.nextInt(5);
    int many = few * (2 + random.nextInt(6));
    int group = random.nextInt(few);
    PositionRange range = GroupTree.range(group, few);
    HashTree whole = new HashTree(range, 4 + random.nextInt(8));
    for (int step = 0; step < STEPS; step++) {
      change(whole, random);
    }
    HashTree joined = new HashTree(range, whole.depth());
    for (int seedOf = 0; seedOf < many; seedOf++) {
      if (GroupTree.ancestor(seedOf, few) == group) {
        HashTree part = whole.split(GroupTree.range(seedOf, many));
        assertThat(part.unsureLeaves()).isZero();
        assertThat(part.hasSameLeaves(made(part.range(), part.depth()))).isTrue();
        joined.take(part);
      }
    }
    assertThat(joined.hasSameLeaves(whole)).isTrue();
  }

  @Test
  void treesOfDifferentPartsAreNotTheSameEvenWithoutObjects() {
    HashTree tree = new HashTree(GroupTree.range(0, 2), 3);
    assertThat(tree.hasSameLeaves(new HashTree(GroupTree.range(0, 2), 3))).isTrue();
    assertThat(tree.hasSameLeaves(new HashTree(GroupTree.range(1, 2), 3))).isFalse();
    assertThat(tree.hasSameLeaves(new HashTree(GroupTree.range(0, 2), 4))).isFalse();
  }

  @Test
  void aPartSmallerThanALeafIsUnsure() {
    HashTree flat = new HashTree(PositionRange.ALL, 1);
    HashTree part = flat.split(GroupTree.range(1, 8));
    assertThat(part.depth()).isZero();
    assertThat(part.unsureLeaves()).isOne();
    HashTree joined = new HashTree(PositionRange.ALL, 4);
    joined.take(part);
    assertThat(joined.unsureLeaves()).isEqualTo(2);
  }

  @Test
  void changesToALeafThatIsUnsureWaitUntilItIsSet() {
    HashTree tree = new HashTree(PositionRange.ALL, 3);
    tree.add(5, 77);
    tree.add(-1, 0x63);
    tree.markUnsure(tree.leaf(5));
    tree.remove(5, 1);
    tree.add(6, 2);
    assertThat(tree.root()).isEqualTo(new Digest(0x63, 1));
    assertThat(tree.isSure(Subtree.ROOT)).isFalse();
    assertThat(tree.isSure(new Subtree(1, 1))).isTrue();
    assertThat(tree.flattened(1).unsureLeaves()).isOne();
    tree.set(tree.leaf(5), new Digest(2, 1));
    tree.add(7, 4);
    assertThat(tree.isSure(Subtree.ROOT)).isTrue();
    assertThat(tree.root()).isEqualTo(new Digest(0x63 ^ 0x2 ^ 0x4, 3));
  }

  @Test
  void nobodyKnowsWhatIsThereIfMoreWentThanThereWas() {
    HashTree tree = new HashTree(PositionRange.ALL, 3);
    tree.add(5, 77);
    tree.change(5, 77, -2);
    assertThat(tree.isSure(tree.leaf(5))).isFalse();
    assertThat(tree.unsureLeaves()).isOne();
    assertThat(tree.root()).isEqualTo(Digest.EMPTY);
  }

  @Test
  void anotherKeyMakesOtherItems() {
    ObjectId object = new ObjectId(7, "a name");
    ItemHash other = new ItemHash(1);
    assertThat(other.of(object, Version.ZERO)).isNotEqualTo(hash.of(object, Version.ZERO));
    assertThat(hash.of(object, Version.ZERO)).isEqualTo(hash.of(object, Version.ZERO));
    assertThat(hash.of(object, new Version(1, 2))).isNotEqualTo(hash.of(object, new Version(2, 1)));
  }
}
