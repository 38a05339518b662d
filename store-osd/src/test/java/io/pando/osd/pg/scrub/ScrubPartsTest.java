package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.PositionRange;
import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.repair.Differences;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A group of sixteen leaves, each of 0x0400_0000 positions, from 0x4000_0000 to 0x7fff_ffff. */
class ScrubPartsTest {
  private static final PositionRange RANGE = new PositionRange(0x4000_0000, 0x7fff_ffff);
  private static final int BEHIND = 0x8000_0000;

  private final GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
  private final ScrubParts parts = new ScrubParts(harness.replica);
  private final HashTree tree = new HashTree(RANGE, 4);

  @BeforeEach
  void replaceTree() {
    for (int leaf = 0; leaf < 16; leaf++) {
      tree.set(leaf, new Digest(leaf, leaf));
    }
    harness.replica.treeWriter().replace(tree);
  }

  private static int first(int leaf) {
    return 0x4000_0000 + leaf * 0x0400_0000;
  }

  private static PositionRange leaves(int from, int last) {
    return new PositionRange(first(from), first(last) + 0x03ff_ffff);
  }

  private static ObjectId at(int position) {
    return new ObjectId(Integer.reverse(position), "o");
  }

  private Optional<PositionRange> next(int mark, int most) {
    return parts.next(mark, most, null);
  }

  @Test
  void allOfTheGroupIsItsRange() {
    assertThat(parts.all()).isEqualTo(RANGE);
  }

  @Test
  void progressIsTheShareOfPositionsBeforeTheMark() {
    assertThat(parts.thousandthsBefore(0x4000_0000)).isZero();
    assertThat(parts.thousandthsBefore(first(1))).isEqualTo(62);
    assertThat(parts.thousandthsBefore(first(8))).isEqualTo(500);
    assertThat(parts.thousandthsBefore(0x7fff_ffff)).isEqualTo(999);
    assertThat(parts.thousandthsBefore(0x3fff_ffff)).as("of another group").isZero();
    assertThat(parts.thousandthsBefore(BEHIND)).as("of another group").isZero();
  }

  @Test
  void aPartHasAsManyLeavesAsHaveTheObjects() {
    assertThat(next(first(3), 12)).as("3 + 4 + 5").contains(leaves(3, 5));
    assertThat(next(first(3), 11)).contains(leaves(3, 4));
    assertThat(next(first(3), 17)).contains(leaves(3, 5));
    assertThat(next(first(3), 18)).contains(leaves(3, 6));
    assertThat(next(first(9), 1)).as("one leaf at least").contains(leaves(9, 9));
    assertThat(next(first(14), 1_000)).as("to the end").contains(leaves(14, 15));
    assertThat(next(first(0), 1_000)).contains(RANGE);
  }

  @Test
  void aPartBeginsWithTheMarkOrWithTheGroup() {
    int middle = first(4) + 5;
    assertThat(next(middle, 9)).contains(new PositionRange(middle, first(5) + 0x03ff_ffff));
    assertThat(next(0x7fff_ffff, 9)).contains(new PositionRange(0x7fff_ffff, 0x7fff_ffff));
    assertThat(next(0, 3)).as("before the group").contains(leaves(0, 2));
    assertThat(next(BEHIND, 3)).as("behind the group").contains(leaves(0, 2));
  }

  @Test
  void leavesThatAreNotKnownCountAsEmpty() {
    tree.markUnsure(5);
    tree.markUnsure(7);
    assertThat(next(first(5), 6)).contains(leaves(5, 7));
    assertThat(next(first(6), 5)).contains(leaves(6, 6));
    assertThat(next(first(7), 7)).contains(leaves(7, 7));
    assertThat(next(first(7), 8)).contains(leaves(7, 8));
    assertThat(next(first(4), 10)).contains(leaves(4, 7));
  }

  @Test
  void aPartHasAtMostFourThousandLeaves() {
    harness.replica.treeWriter().replace(new HashTree(RANGE, 13));
    int leaf = 0x4000_0000 >>> 13;
    assertThat(next(0x4000_0000, 1_000))
        .contains(new PositionRange(0x4000_0000, 0x4000_0000 + 4_096 * leaf - 1));
    assertThat(next(0x4000_0000 + 4_096 * leaf, 1_000))
        .contains(new PositionRange(0x4000_0000 + 4_096 * leaf, 0x7fff_ffff));
  }

  @Test
  void whereAllIsTheSameIsPassedOver() {
    Differences differing = Differences.none(RANGE, 3);
    assertThat(parts.next(first(0), 100, differing)).isEmpty();
    differing.add(at(first(2)));
    differing.add(at(first(4)));
    differing.add(at(first(10)));
    assertThat(parts.next(first(0), 100, differing)).contains(leaves(2, 5));
    assertThat(parts.next(first(0), 9, differing)).contains(leaves(2, 4));
    assertThat(parts.next(first(3), 100, differing)).contains(leaves(3, 5));
    assertThat(parts.next(first(6), 100, differing)).contains(leaves(10, 11));
    assertThat(parts.next(first(12), 100, differing)).isEmpty();
    assertThat(parts.next(BEHIND, 100, differing)).contains(leaves(2, 5));
  }

  /** The parts that differ are smaller than leaves here. */
  @Test
  void whatDiffersIsLookedAtByWholeLeaves() {
    Differences differing = Differences.none(RANGE, 5);
    differing.add(at(first(6)));
    assertThat(parts.next(first(0), 100, differing)).contains(leaves(6, 6));
  }

  @Test
  void aPartIsAheadIfItLiesInTheGroupAndNotBeforeTheMark() {
    assertThat(parts.isAhead(RANGE, first(0))).isTrue();
    assertThat(parts.isAhead(leaves(2, 3), first(2))).isTrue();
    assertThat(parts.isAhead(leaves(2, 3), first(1))).isTrue();
    assertThat(parts.isAhead(leaves(2, 3), first(2) + 1)).isFalse();
    assertThat(parts.isAhead(leaves(2, 3), BEHIND)).as("a mark of another group").isTrue();
    assertThat(parts.isAhead(leaves(2, 3), 0)).as("a mark of another group").isTrue();
    assertThat(parts.isAhead(new PositionRange(first(5), first(5)), first(5))).isTrue();
    assertThat(parts.isAhead(new PositionRange(first(5), first(5) - 1), first(5))).isFalse();
    assertThat(parts.isAhead(new PositionRange(0x3fff_ffff, first(5)), 0)).isFalse();
    assertThat(parts.isAhead(new PositionRange(first(5), BEHIND), first(0))).isFalse();
  }
}
