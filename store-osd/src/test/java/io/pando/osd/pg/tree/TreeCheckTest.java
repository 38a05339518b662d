package io.pando.osd.pg.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.PositionRange;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.merkle.Subtree;
import io.pando.osd.pg.harness.TreeHarness;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tree of sixteen leaves, and a store that may hold something else. */
class TreeCheckTest {
  private static final int LEAF = 1 << 28;

  private final TreeHarness harness = new TreeHarness();

  /** All that the store has is told. */
  private TreeCheck check() {
    TreeCheck check = new TreeCheck(harness.tree());
    harness.group.store.versions().forEach(check::onObject);
    return check;
  }

  private static Digest digest(HashTree tree, int leaf) {
    return tree.digest(new Subtree(TreeHarness.DEPTH, leaf));
  }

  private TreeCheck.Difference difference(int leaf, Digest told) {
    return new TreeCheck.Difference(
        leaf,
        new PositionRange(leaf * LEAF, leaf * LEAF + LEAF - 1),
        told,
        digest(harness.expected(TreeHarness.DEPTH), leaf));
  }

  @Test
  void aTreeThatIsRightDiffersNowhere() {
    harness.put(0, 2);
    harness.put(15, 3);
    harness.replaceTree(TreeHarness.DEPTH);
    TreeCheck check = check();
    assertThat(check.range()).isEqualTo(PositionRange.ALL);
    assertThat(check.differences()).isEmpty();
    assertThat(check.unsureLeaves()).isZero();
  }

  /** One object more, one less, another version; in the first and the last leaf, too. */
  @Test
  void leavesThatTellSomethingElseAreFound() {
    for (int leaf : new int[] {0, 4, 7, 15}) {
      harness.put(leaf, 2);
    }
    harness.replaceTree(TreeHarness.DEPTH);
    List<Digest> told = new ArrayList<>();
    for (int leaf : new int[] {0, 4, 15}) {
      told.add(digest(harness.leaves(), leaf));
    }
    harness.group.put(TreeHarness.in(0, 9), new Version(1, 1), "more");
    harness.group.put(TreeHarness.in(4, 0), new Version(3, 3), "other");
    harness.group.put(TreeHarness.in(15, 9), new Version(1, 1), "more");
    TreeCheck check = check();
    assertThat(check.differences())
        .containsExactly(
            difference(0, told.get(0)), difference(4, told.get(1)), difference(15, told.get(2)));
    assertThat(check.differences().getFirst())
        .hasToString(
            ("leaf 0 of its tree, positions %s: the tree has 2 objects (digest %016x),"
                    + " the store has 3 objects (digest %016x)")
                .formatted(
                    new PositionRange(0, LEAF - 1),
                    told.getFirst().xor(),
                    digest(harness.expected(TreeHarness.DEPTH), 0).xor()));
  }

  @Test
  void ofALeafThatIsNotKnownNothingIsSaid() {
    harness.put(2, 2);
    harness.put(3, 2);
    harness.replaceTree(TreeHarness.DEPTH);
    harness.group.put(TreeHarness.in(2, 9), new Version(1, 1), "more");
    harness.group.put(TreeHarness.in(3, 9), new Version(1, 1), "more");
    harness.leaves().markUnsure(2);
    TreeCheck check = check();
    check.onUnreadable(TreeHarness.in(3, 5));
    assertThat(check.differences()).isEmpty();
    assertThat(check.unsureLeaves()).isOne();
  }

  /** If an object cannot be read, the right digest of its leaf is unknown. */
  @Test
  void whatIsFoundIsTakenForTheTree() {
    harness.put(0, 2);
    harness.put(5, 2);
    harness.replaceTree(TreeHarness.DEPTH);
    Digest before = digest(harness.leaves(), 5);
    for (int leaf : new int[] {0, 5, 15}) {
      harness.group.put(TreeHarness.in(leaf, 9), new Version(1, 1), "more");
    }
    harness.leaves().markUnsure(0);
    TreeCheck check = check();
    check.onUnreadable(TreeHarness.in(5, 9));
    List<StoreOp> ops = new ArrayList<>();
    check.mend(new Version(7, 3), ops);
    HashTree right = harness.expected(TreeHarness.DEPTH);
    assertThat(digest(harness.leaves(), 0)).isEqualTo(digest(right, 0));
    assertThat(harness.leaves().isSure(0)).isTrue();
    assertThat(digest(harness.leaves(), 15)).isEqualTo(digest(right, 15));
    assertThat(digest(harness.leaves(), 5)).isEqualTo(before).isNotEqualTo(digest(right, 5));
    assertThat(ops).as("all of it is written").isNotEmpty();
    assertThat(new TreeCheck(harness.tree()).unsureLeaves()).isZero();
  }
}
