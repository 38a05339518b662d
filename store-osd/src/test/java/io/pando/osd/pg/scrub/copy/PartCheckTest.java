package io.pando.osd.pg.scrub.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.PositionRange;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.Item;
import io.pando.osd.pg.harness.TreeHarness;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.tree.ReplicaTree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The tree here has sixteen leaves, the first of which begins at position 0. */
class PartCheckTest {
  private static final int LEAF = 1 << 28;

  private final TreeHarness harness = new TreeHarness();
  private int done;

  private PartCheck check(PositionRange part, @Nullable PositionRange suspect) {
    harness.group.effects();
    harness.group.persisted();
    PartCheck check = new PartCheck(harness.replica(), part, suspect, () -> done++);
    check.begin();
    return check;
  }

  private static PositionRange leaves(int from, int last) {
    return new PositionRange(from * LEAF, last * LEAF + LEAF - 1);
  }

  private static ObjectId in(int leaf, int number) {
    return TreeHarness.in(leaf, number);
  }

  private static Effect listing(long token, int leaf, int lastLeaf, int max) {
    return new Effect.ListVersions(
        token, List.of(leaves(leaf, lastLeaf)), ObjectId.before(leaf * LEAF), max);
  }

  /** What the store has in a part. */
  private List<Item> items(PositionRange part) {
    List<Item> items = new ArrayList<>();
    harness
        .group
        .store
        .versions()
        .forEach((object, version) -> {
          if (part.contains(object)) {
            items.add(new Item(object, version, 0, false));
          }
        });
    return items;
  }

  private List<Integer> counted() {
    return harness.group.effects(Effect.CountScrubbed.class).stream()
        .map(it -> Math.toIntExact(it.objects()))
        .toList();
  }

  @Test
  void aPartIsListedAndLeavesThatAreRightVouch() {
    harness.put(2, 3);
    harness.put(3, 4);
    harness.put(5, 1);
    harness.replaceTree(TreeHarness.DEPTH);
    PartCheck check = check(leaves(2, 4), null);
    assertThat(harness.group.read()).isEqualTo(listing(1, 2, 4, 512));
    assertThat(done).isZero();
    harness.group.answer();
    assertThat(done).isOne();
    assertThat(harness.group.effects()).containsExactly(new Effect.CountScrubbed(7, 0));
    assertThat(check.items()).isEqualTo(items(leaves(2, 4)));
    assertThat(check.items()).hasSize(7);
    assertThat(check.wrongLeaves()).isZero();
    assertThat(check.vouchesFor(in(2, 0))).isTrue();
    assertThat(check.vouchesFor(in(4, 17))).as("nothing is there").isTrue();
    assertThat(check.vouchesFor(in(4, LEAF - 1))).isTrue();
    assertThat(check.vouchesFor(in(1, LEAF - 1))).isFalse();
    assertThat(check.vouchesFor(in(5, 0))).isFalse();
    assertThat(check.suspect()).isNull();
    assertThat(harness.group.persisted()).isEmpty();
  }

  @Test
  void theFirstAndTheLastLeafAreListed() {
    harness.put(0, 2);
    harness.put(15, 2);
    harness.replaceTree(TreeHarness.DEPTH);
    PartCheck check = check(PositionRange.ALL, null);
    assertThat(harness.group.read()).isEqualTo(listing(1, 0, 15, 512));
    harness.group.answer();
    assertThat(check.items()).hasSize(4);
    assertThat(check.vouchesFor(in(0, 0))).isTrue();
    assertThat(check.vouchesFor(in(15, 0))).isTrue();
  }

  /** A leaf is wrong if the store has another version, an object more or an object less. */
  @Test
  void leavesThatSayOtherwiseAreWrong() {
    for (int leaf = 1; leaf <= 5; leaf++) {
      harness.put(leaf, 3);
    }
    harness.replaceTree(TreeHarness.DEPTH);
    harness.group.put(in(2, 0), new Version(3, 3), "other");
    harness.group.put(in(4, 77), new Version(3, 4), "more");
    PartCheck check = check(leaves(1, 5), null);
    harness.group.answer();
    assertThat(check.wrongLeaves()).isEqualTo(2);
    for (int leaf = 1; leaf <= 5; leaf++) {
      boolean wrong = leaf == 2 || leaf == 4;
      assertThat(check.vouchesFor(in(leaf, 1))).as("%d", leaf).isEqualTo(!wrong);
      assertThat(harness.leaves().isSure(leaf)).as("%d", leaf).isEqualTo(!wrong);
    }
    assertThat(harness.group.persisted()).as("that is written").hasSize(1);
    assertThat(harness.tree().isBehind()).isFalse();
    assertThat(check.items()).isEqualTo(items(leaves(1, 5)));
    assertThat(check.suspect()).isNull();
  }

  @Test
  void ofALeafThatIsNotKnownNobodyCanSay() {
    harness.put(1, 3);
    harness.put(2, 3);
    harness.replaceTree(TreeHarness.DEPTH);
    harness.leaves().markUnsure(2);
    PartCheck check = check(leaves(1, 3), null);
    harness.group.answer();
    assertThat(check.wrongLeaves()).isZero();
    assertThat(check.vouchesFor(in(1, 0))).isTrue();
    assertThat(check.vouchesFor(in(2, 0))).isFalse();
    assertThat(check.vouchesFor(in(3, 0))).isTrue();
    assertThat(harness.group.persisted()).isEmpty();
  }

  /** The leaves here are larger than the part, which a primary with a deeper tree has cut. */
  @Test
  void leavesThatReachOutOfThePartAreListedAsAWhole() {
    harness.put(2, 6);
    harness.put(3, 6);
    harness.replaceTree(TreeHarness.DEPTH);
    PositionRange part = new PositionRange(2 * LEAF + 2, 3 * LEAF + 3);
    PartCheck check = check(part, null);
    assertThat(harness.group.read()).isEqualTo(listing(1, 2, 3, 512));
    harness.group.answer();
    assertThat(check.items()).isEqualTo(items(part));
    assertThat(check.items()).hasSize(8);
    assertThat(counted()).containsExactly(8);
    assertThat(check.vouchesFor(in(2, 3))).isTrue();
    assertThat(check.vouchesFor(in(3, 3))).isTrue();
    assertThat(check.suspect()).as("it is right").isNull();
  }

  @Test
  void aWrongLeafThatReachesOutOfThePartStaysSuspect() {
    harness.put(2, 6);
    harness.put(3, 6);
    harness.replaceTree(TreeHarness.DEPTH);
    harness.group.put(in(3, 5), new Version(3, 3), "other");
    PartCheck first = check(new PositionRange(2 * LEAF, 3 * LEAF + 2), null);
    harness.group.answer();
    assertThat(first.suspect()).isEqualTo(leaves(3, 3));
    assertThat(first.vouchesFor(in(3, 0))).isFalse();
    harness.replaceTree(TreeHarness.DEPTH);
    PartCheck next = check(new PositionRange(3 * LEAF + 3, 5 * LEAF - 1), first.suspect());
    harness.group.answer();
    assertThat(next.wrongLeaves()).isZero();
    assertThat(next.vouchesFor(in(3, 4)))
        .as("the tree was replaced after the first check")
        .isFalse();
    assertThat(next.vouchesFor(in(4, 0))).isTrue();
    assertThat(next.suspect()).isNull();
  }

  @Test
  void aWrongLeafThatEndsWithThePartIsNoSuspect() {
    harness.put(3, 2);
    harness.replaceTree(TreeHarness.DEPTH);
    harness.group.put(in(3, 5), new Version(3, 3), "more");
    PartCheck check = check(leaves(2, 3), null);
    harness.group.answer();
    assertThat(check.wrongLeaves()).isOne();
    assertThat(check.suspect()).isNull();
  }

  /** A suspect of another depth: either of them reaches as far as the other. */
  @Test
  void whatReachesAsFarAsASuspectIsSuspect() {
    harness.put(3, 1);
    harness.replaceTree(TreeHarness.DEPTH);
    PositionRange deeper = new PositionRange(3 * LEAF, 3 * LEAF + LEAF / 2 - 1);
    PartCheck check = check(leaves(2, 5), deeper);
    harness.group.answer();
    assertThat(check.vouchesFor(in(2, 0))).isTrue();
    assertThat(check.vouchesFor(in(3, 0))).isFalse();
    assertThat(check.vouchesFor(in(4, 0))).isTrue();
    PartCheck flatter = check(leaves(1, 5), leaves(2, 3));
    harness.group.answer();
    assertThat(flatter.vouchesFor(in(1, 0))).isTrue();
    assertThat(flatter.vouchesFor(in(2, 0))).isFalse();
    assertThat(flatter.vouchesFor(in(3, 0))).isFalse();
    assertThat(flatter.vouchesFor(in(4, 0))).isTrue();
  }

  /** A page ends in the middle of a leaf, which is asked for again. */
  @Test
  void leavesThatAPageHasWholeAreCompared() {
    harness.put(1, 300);
    harness.put(2, 300);
    harness.put(4, 100);
    harness.replaceTree(TreeHarness.DEPTH);
    PartCheck check = check(leaves(1, 4), null);
    harness.group.answer();
    assertThat(counted()).containsExactly(300);
    assertThat(harness.group.read()).isEqualTo(listing(2, 2, 4, 512));
    assertThat(done).isZero();
    harness.group.answer();
    assertThat(counted()).containsExactly(400);
    assertThat(done).isOne();
    assertThat(check.items()).isEqualTo(items(leaves(1, 4)));
    assertThat(check.vouchesFor(in(1, 0))).isTrue();
    assertThat(check.vouchesFor(in(2, 0))).isTrue();
  }

  @Test
  void aLeafThatDoesNotFitIsAskedForInALargerPage() {
    harness.put(1, 1_500);
    harness.put(2, 700);
    harness.replaceTree(TreeHarness.DEPTH);
    PartCheck check = check(leaves(1, 2), null);
    harness.group.answer();
    assertThat(harness.group.read()).isEqualTo(listing(2, 1, 2, 1_024));
    harness.group.answer();
    assertThat(harness.group.read()).isEqualTo(listing(3, 1, 2, 2_048));
    assertThat(harness.group.effects()).isEmpty();
    harness.group.answer();
    assertThat(counted()).containsExactly(1_500);
    assertThat(harness.group.read()).isEqualTo(listing(4, 2, 2, 512));
    harness.group.answer();
    harness.group.answer();
    assertThat(done).isOne();
    assertThat(check.items()).hasSize(2_200);
  }

  /** A page has the updates submitted before it was requested, and so do the leaves noted then. */
  @Test
  void whatChangesMeanwhileIsNeitherWrongNorSuspect() {
    harness.put(1, 3);
    harness.put(2, 3);
    harness.replaceTree(TreeHarness.DEPTH);
    PartCheck check = check(leaves(1, 2), null);
    List<Item> before = items(leaves(1, 2));
    harness.update(in(1, 0), LogEntry.Kind.MODIFY);
    harness.update(in(2, 0), LogEntry.Kind.DELETE);
    harness.group.settle();
    assertThat(harness.group.persisted()).as("the updates, and nothing of the tree").hasSize(2);
    assertThat(check.wrongLeaves()).isZero();
    assertThat(check.items()).isEqualTo(before);
    assertThat(check.vouchesFor(in(1, 0))).isTrue();
  }

  @Test
  void nothingIsComparedWhileAChangeMayBeRefused() {
    harness.put(1, 3);
    harness.replaceTree(TreeHarness.DEPTH);
    ReplicaTree.Proposal proposal = harness.propose(in(1, 0));
    PartCheck check = check(leaves(1, 2), null);
    harness.group.answer();
    proposal.onRefused();
    assertThat(done).isOne();
    assertThat(check.wrongLeaves()).isZero();
    assertThat(check.items()).hasSize(3);
    assertThat(check.vouchesFor(in(1, 0))).isFalse();
    assertThat(check.vouchesFor(in(2, 0))).isFalse();
  }

  @Test
  void whatIsListedWithAnotherTreeIsListedAgain() {
    harness.put(5, 400);
    harness.put(6, 400);
    harness.replaceTree(TreeHarness.DEPTH);
    PartCheck check = check(leaves(5, 6), null);
    harness.group.answer();
    harness.replica().treeWriter().replace(harness.expected(2));
    harness.group.answer();
    assertThat(done).isZero();
    assertThat(check.items()).hasSize(400);
    // The first leaf began before the place where the listing continues: it is not checked.
    assertThat(harness.group.read())
        .isEqualTo(
            new Effect.ListVersions(3, List.of(leaves(6, 7)), ObjectId.before(6 * LEAF), 512));
    harness.group.settle();
    assertThat(done).isOne();
    assertThat(check.items()).isEqualTo(items(leaves(5, 6)));
    assertThat(check.wrongLeaves()).isZero();
    assertThat(check.vouchesFor(in(5, 0))).isTrue();
    assertThat(check.vouchesFor(in(6, 0))).isFalse();
    assertThat(check.suspect()).isEqualTo(leaves(4, 7));
  }
}
