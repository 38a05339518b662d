package io.pando.osd.pg.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.merkle.Subtree;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.harness.TreeHarness;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.tree.ReplicaTree;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Trees have a depth of at most four, which goes with 22 objects and more. */
class DepthChangeTest {
  private final TreeHarness harness = new TreeHarness();
  private final DepthChange change = new DepthChange(harness.replica());

  /** Stores {@code objects} objects and their hash tree. */
  private void fill(int objects, int depth) {
    for (int i = 0; i < objects; i++) {
      harness.put(i % 16, 1 + i / 16);
    }
    assertThat(harness.group.store.ids()).hasSize(objects);
    harness.replaceTree(depth);
  }

  private boolean isListing() {
    return harness.group.reads() > 0;
  }

  private void isAt(int depth) {
    assertThat(harness.leaves().depth()).isEqualTo(depth);
    assertThat(harness.isRight()).isTrue();
  }

  @Test
  void aTreeThatIsTooDeepIsFlattenedAtOnce() {
    fill(1, 4);
    change.onTick();
    isAt(2);
    assertThat(isListing()).isFalse();
    assertThat(harness.group.persisted()).hasSize(1);
    harness.group.settle();
    change.onTick();
    isAt(2);
    assertThat(harness.group.persisted()).isEmpty();
  }

  @Test
  void aDepthThatIsNearlyRightIsKept() {
    fill(5, 1);
    change.onTick();
    isAt(1);
    assertThat(isListing()).isFalse();
  }

  @Test
  void aDeeperTreeIsMadeOfAllObjectsAndThenReplacesTheOther() {
    fill(20, 1);
    change.onTick();
    isAt(1);
    assertThat(harness.group.read()).isEqualTo(TreeHarness.listing(1, null));
    change.onTick();
    assertThat(harness.group.reads()).as("one at a time").isOne();
    harness.update(TreeHarness.in(1, 0), LogEntry.Kind.MODIFY);
    harness.group.settle();
    harness.update(TreeHarness.in(2, 0), LogEntry.Kind.DELETE);
    harness.group.settle();
    isAt(1);
    harness.group.persisted();
    harness.group.effects();
    change.onTick();
    isAt(4);
    assertThat(harness.group.persisted()).hasSize(1);
    assertThat(harness.group.effects()).as("nothing to report").isEmpty();
    change.onTick();
    assertThat(isListing()).isFalse();
    isAt(4);
  }

  @Test
  void fourPagesAreListedUntilTheNextTick() {
    for (int leaf = 0; leaf < 16; leaf++) {
      harness.put(leaf, 200);
    }
    harness.replaceTree(0);
    change.onTick();
    for (int page = 0; page < 4; page++) {
      assertThat(harness.group.reads()).isOne();
      harness.group.answer();
    }
    assertThat(isListing()).isFalse();
    change.onTick();
    assertThat(((Effect.ListVersions) harness.group.read()).after())
        .isEqualTo(harness.group.store.ids().get(4 * 512 - 1));
    harness.group.settle();
    isAt(0);
    change.onTick();
    isAt(4);
  }

  @Test
  void aTreeThatToldSomethingElseIsMendedAndThatIsReported() {
    fill(20, 1);
    HashTree before = harness.leaves();
    harness.group.put(TreeHarness.in(3, 99), new Version(3, 3), "behind the tree");
    change.onTick();
    harness.group.settle();
    change.onTick();
    isAt(4);
    assertThat(harness.group.effects())
        .containsExactly(
            new Effect.Report(
                "%s: the hash tree had %s, the store has %s: tree replaced"
                    .formatted(Maps.GROUP, before, harness.leaves())));
  }

  @Test
  void onlyAReplicaAtRestChangesItsTree() {
    fill(20, 1);
    ObjectId object = TreeHarness.in(1, 0);
    harness.leaves().markUnsure(1);
    change.onTick();
    assertThat(isListing()).isFalse();
    harness.replaceTree(1);
    ReplicaTree.Proposal proposal = harness.propose(object);
    change.onTick();
    assertThat(isListing()).isFalse();
    proposal.onRefused();
    change.onTick();
    assertThat(isListing()).isTrue();
  }

  @Test
  void onlyAReplicaThatLacksNothingChangesItsTree() {
    fill(20, 1);
    harness.replica().noteMissing(TreeHarness.in(1, 0), new Version(1, 1));
    change.onTick();
    assertThat(isListing()).isFalse();
  }

  @Test
  void onlyAReplicaThatIsFilledChangesItsTree() {
    fill(20, 1);
    harness.replica().noteBackfilled(GroupInfo.NOTHING, Awaiting.nothing());
    change.onTick();
    assertThat(isListing()).isFalse();
    harness.replica().noteBackfilled(null, Awaiting.nothing());
    change.onTick();
    assertThat(isListing()).isTrue();
  }

  @Test
  void anUnknownChangeBeginsAnew() {
    fill(20, 1);
    change.onTick();
    harness.tree().onUnknown(TreeHarness.in(1, 0));
    harness.group.settle();
    change.onTick();
    assertThat(isListing()).as("a leaf is not known").isFalse();
    harness.tree().onListed(0, harness.expected(1).digest(new Subtree(1, 0)));
    change.onTick();
    assertThat(harness.group.read()).isEqualTo(TreeHarness.listing(2, null));
    harness.group.settle();
    change.onTick();
    isAt(4);
  }

  @Test
  void anotherTreeBeginsAnew() {
    fill(20, 1);
    change.onTick();
    harness.group.answer();
    harness.replaceTree(1);
    change.onTick();
    isAt(1);
    assertThat(harness.group.read()).isEqualTo(TreeHarness.listing(2, null));
  }

  @Test
  void whatWasGivenUpIsNotListedToItsEnd() {
    fill(600, 1);
    change.onTick();
    harness.replica().treeWriter().replace(harness.expected(2));
    harness.group.answer();
    assertThat(isListing()).isFalse();
  }

  @Test
  void aNewIntervalAsksAgain() {
    fill(20, 1);
    change.onReadsForgotten();
    change.onTick();
    harness.replica().reads().forgetAll();
    harness.group.settle();
    change.onReadsForgotten();
    change.onTick();
    assertThat(harness.group.read()).isEqualTo(TreeHarness.listing(2, null));
    harness.group.settle();
    change.onTick();
    isAt(4);
  }

  @Test
  void aTreeThatIsNotWantedAnyMoreIsGivenUp() {
    fill(6, 1);
    harness.update(TreeHarness.in(9, 0), LogEntry.Kind.MODIFY);
    harness.update(TreeHarness.in(10, 0), LogEntry.Kind.MODIFY);
    harness.group.settle();
    change.onTick();
    assertThat(isListing()).isTrue();
    for (int leaf : List.of(9, 10, 1, 2)) {
      harness.update(TreeHarness.in(leaf, 0), LogEntry.Kind.DELETE);
    }
    change.onTick();
    harness.group.settle();
    change.onTick();
    isAt(1);
    harness.update(TreeHarness.in(9, 0), LogEntry.Kind.MODIFY);
    for (int leaf : List.of(10, 11, 12)) {
      harness.update(TreeHarness.in(leaf, 0), LogEntry.Kind.MODIFY);
    }
    harness.group.settle();
    change.onTick();
    assertThat(harness.group.read()).isEqualTo(TreeHarness.listing(2, null));
  }

  /** A leaf may be known again before what is missing in it has come. */
  @Test
  void whatIsMissingIsAwaitedEvenIfTheTreeIsSure() {
    fill(20, 1);
    harness.replica().noteMissing(TreeHarness.in(1, 0), new Version(1, 1));
    for (int leaf = 0; leaf < 2; leaf++) {
      harness.tree().onListed(leaf, harness.expected(1).digest(new Subtree(1, leaf)));
    }
    assertThat(harness.leaves().unsureLeaves()).isZero();
    change.onTick();
    assertThat(isListing()).isFalse();
  }
}
