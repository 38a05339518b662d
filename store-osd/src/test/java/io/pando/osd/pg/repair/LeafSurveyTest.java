package io.pando.osd.pg.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.merkle.LeafState;
import io.pando.osd.pg.harness.TreeHarness;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.tree.ReplicaTree;
import org.junit.jupiter.api.Test;

class LeafSurveyTest {
  private final TreeHarness harness = new TreeHarness();
  private final LeafSurvey survey = new LeafSurvey(harness.replica());

  /** The tree tells what the store has, but for some leaves. */
  private void doubt(int... leaves) {
    harness.replaceTree(TreeHarness.DEPTH);
    for (int leaf : leaves) {
      harness.leaves().markUnsure(leaf);
    }
  }

  private static ObjectId before(int leaf) {
    return ObjectId.before(leaf << 28);
  }

  private boolean isListing() {
    return harness.group.reads() > 0;
  }

  @Test
  void nothingIsListedWhileAllIsKnown() {
    survey.onTick();
    assertThat(isListing()).isFalse();
    assertThat(harness.group.persisted()).isEmpty();
  }

  @Test
  void leavesAreListedFromTheFirstThatIsNotKnown() {
    harness.put(2, 3);
    harness.put(3, 4);
    harness.put(5, 1);
    harness.put(15, 2);
    doubt(3, 4, 15);
    survey.onTick();
    assertThat(harness.group.read()).isEqualTo(TreeHarness.listing(1, before(3)));
    assertThat(harness.group.reads()).isOne();
    survey.onTick();
    assertThat(harness.group.reads()).as("one at a time").isOne();
    harness.group.answer();
    assertThat(harness.isRight()).isTrue();
    assertThat(harness.group.persisted()).as("what was found out is written").hasSize(1);
    assertThat(harness.tree().isBehind()).isFalse();
    survey.onTick();
    assertThat(isListing()).isFalse();
    assertThat(harness.group.persisted()).isEmpty();
  }

  @Test
  void theFirstLeafIsListedToo() {
    harness.put(0, 2);
    doubt(0);
    survey.onTick();
    assertThat(((Effect.ListVersions) harness.group.read()).after()).isEqualTo(before(0));
    harness.group.answer();
    assertThat(harness.isRight()).isTrue();
  }

  /** A page of 512 objects ends in a leaf that is known: that one is passed over. */
  @Test
  void leavesThatAreKnownAreSkipped() {
    harness.put(2, 400);
    harness.put(4, 400);
    harness.put(9, 5);
    doubt(2, 9);
    survey.onTick();
    harness.group.answer();
    assertThat(harness.leaves().isSure(2)).isTrue();
    assertThat(harness.leaves().isSure(9)).isFalse();
    assertThat(harness.group.persisted()).hasSize(1);
    assertThat(harness.group.read()).isEqualTo(TreeHarness.listing(2, before(9)));
    harness.group.answer();
    assertThat(harness.isRight()).isTrue();
    assertThat(isListing()).isFalse();
  }

  /** A page ends in a leaf that is not known either: its objects so far are kept. */
  @Test
  void aLeafMayTakeSeveralPages() {
    harness.put(2, 400);
    harness.put(4, 1_000);
    harness.put(7, 1);
    doubt(2, 4, 7);
    survey.onTick();
    harness.group.answer();
    assertThat(harness.leaves().isSure(2)).isTrue();
    assertThat(harness.leaves().isSure(4)).isFalse();
    assertThat(harness.group.persisted()).hasSize(1);
    assertThat(harness.group.read()).isEqualTo(TreeHarness.listing(2, TreeHarness.in(4, 111)));
    harness.update(TreeHarness.in(1, 1), LogEntry.Kind.MODIFY);
    harness.group.persisted();
    harness.group.answer();
    assertThat(harness.leaves().isSure(4)).isFalse();
    assertThat(harness.group.persisted()).as("nothing was found out").isEmpty();
    harness.group.answer();
    assertThat(harness.isRight()).isTrue();
    assertThat(harness.group.persisted()).hasSize(1);
    assertThat(isListing()).isFalse();
  }

  @Test
  void whatIsBehindTheLastLeafThatIsNotKnownIsNotListed() {
    harness.put(1, 100);
    harness.put(3, 1_000);
    doubt(1);
    survey.onTick();
    harness.group.answer();
    assertThat(harness.isRight()).isTrue();
    assertThat(isListing()).isFalse();
  }

  /** A leaf before where the listing is turns out to be wrong: it is listed the next time. */
  @Test
  void leavesBeforeTheListingWait() {
    harness.put(0, 3);
    harness.put(2, 400);
    harness.put(4, 400);
    doubt(2);
    survey.onTick();
    harness.tree().onWrong(0);
    harness.group.answer();
    assertThat(harness.leaves().isSure(2)).isTrue();
    assertThat(isListing()).isFalse();
    survey.onTick();
    assertThat(((Effect.ListVersions) harness.group.read()).after()).isEqualTo(before(0));
  }

  @Test
  void leavesThatAreKnownStayAsTheyAre() {
    harness.put(3, 2);
    harness.put(5, 2);
    doubt(3);
    harness.put(5, 3);
    LeafState known = harness.leaves().state(5);
    survey.onTick();
    harness.group.answer();
    assertThat(harness.leaves().isSure(3)).isTrue();
    assertThat(harness.leaves().state(5)).isEqualTo(known);
  }

  @Test
  void updatesMeanwhileCount() {
    harness.put(2, 400);
    harness.put(4, 400);
    doubt(2, 3, 4, 5);
    survey.onTick();
    ObjectId removed = TreeHarness.in(2, 7);
    harness.update(removed, LogEntry.Kind.DELETE);
    harness.update(TreeHarness.in(4, 200), LogEntry.Kind.MODIFY);
    harness.group.answer();
    harness.update(removed, LogEntry.Kind.MODIFY);
    harness.update(TreeHarness.in(4, 3), LogEntry.Kind.MODIFY);
    harness.update(TreeHarness.in(4, 300), LogEntry.Kind.DELETE);
    harness.update(TreeHarness.in(5, 1), LogEntry.Kind.MODIFY);
    harness.group.settle();
    assertThat(harness.leaves().unsureLeaves()).isZero();
    assertThat(harness.isRight()).isTrue();
  }

  @Test
  void anUnknownChangeBeginsAnew() {
    harness.put(2, 3);
    doubt(2);
    survey.onTick();
    harness.tree().onUnknown(TreeHarness.in(2, 1));
    harness.group.answer();
    assertThat(harness.leaves().isSure(2)).isFalse();
    assertThat(isListing()).isFalse();
    survey.onTick();
    harness.group.settle();
    assertThat(harness.isRight()).isTrue();
  }

  @Test
  void anotherTreeBeginsAnew() {
    harness.put(2, 3);
    doubt(2);
    survey.onTick();
    harness.replica().treeWriter().replace(harness.expected(3));
    harness.leaves().markUnsure(1);
    harness.group.settle();
    assertThat(harness.leaves().isSure(1)).isFalse();
    survey.onTick();
    assertThat(((Effect.ListVersions) harness.group.read()).after()).isEqualTo(before(2));
    harness.group.settle();
    assertThat(harness.isRight()).isTrue();
  }

  @Test
  void aNewIntervalBeginsAnew() {
    harness.put(2, 3);
    doubt(2);
    survey.onReadsForgotten();
    survey.onTick();
    survey.onReadsForgotten();
    harness.group.answer();
    assertThat(harness.leaves().isSure(2)).isFalse();
    survey.onTick();
    assertThat(harness.group.reads()).isOne();
    harness.group.settle();
    assertThat(harness.isRight()).isTrue();
  }

  /** What may be refused yet may be in a list or not. */
  @Test
  void nothingIsListedWhileAChangeMayBeRefused() {
    harness.put(2, 3);
    harness.put(5, 3);
    doubt(2);
    ReplicaTree.Proposal proposal = harness.propose(TreeHarness.in(5, 0));
    survey.onTick();
    assertThat(isListing()).isFalse();
    proposal.onRefused();
    harness.group.settle();
    survey.onTick();
    assertThat(isListing()).isTrue();
    harness.group.settle();
    assertThat(harness.isRight()).isTrue();
  }

  /** The requested listing is of the tree before; the survey does not wait for it. */
  @Test
  void anotherTreeIsListedAtOnce() {
    harness.put(2, 3);
    doubt(2);
    survey.onTick();
    harness.replica().treeWriter().replace(harness.expected(3));
    harness.leaves().markUnsure(1);
    survey.onTick();
    assertThat(harness.group.reads()).isEqualTo(2);
    harness.group.settle();
    assertThat(harness.isRight()).isTrue();
  }

  @Test
  void whatIsDueIsWritten() {
    harness.put(6, 2);
    doubt();
    harness.tree().onWrong(6);
    survey.onTick();
    assertThat(harness.group.persisted()).hasSize(1);
    assertThat(harness.tree().isDue()).isFalse();
    assertThat(isListing()).isTrue();
    harness.group.settle();
    harness.update(TreeHarness.in(1, 1), LogEntry.Kind.MODIFY);
    harness.group.settle();
    harness.group.persisted();
    assertThat(harness.tree().isBehind()).isTrue();
    survey.onTick();
    assertThat(harness.group.persisted()).as("one update waits for others").isEmpty();
  }
}
