package io.pando.osd.pg.recovery.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.PositionRange;
import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.Subtree;
import io.pando.message.RecoveryMessage.CompareTrees;
import io.pando.message.RecoveryMessage.TreesCompared;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.ReturnReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tree here has ten levels; six are compared first, and then the other four. */
class TreeComparisonsTest {
  private static final MemberId ONE = MemberId.of(new OsdId(1));
  private static final MemberId TWO = MemberId.of(new OsdId(2));

  private final GroupHarness harness = GroupHarness.primary(3, Replication.PRIMARY);
  private final ReplicaReturns returns = new ReplicaReturns(_ -> {});
  private final List<MemberId> heard = new ArrayList<>();
  private final List<Differences> found = new ArrayList<>();
  private final TreeComparisons comparisons =
      new TreeComparisons(harness.replica, this::onDifferences, returns);

  private void onDifferences(MemberId member, Differences differences) {
    heard.add(member);
    found.add(differences);
  }

  @BeforeEach
  void fill() {
    for (int i = 0; i < 20; i++) {
      harness.replica.append(
          harness.update("o" + i, RequestId.NONE), Version.ZERO, Awaiting.nothing());
    }
    harness.settle();
    harness.effects();
  }

  private List<Long> digests(int level, int from, int count) {
    List<Long> digests = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      digests.add(harness.replica.tree().tree().digest(new Subtree(level, i)).xor());
    }
    return digests;
  }

  private Effect question(MemberId to, int above, List<Integer> parts, int level) {
    List<Long> digests = new ArrayList<>();
    for (int part : parts) {
      digests.addAll(digests(level, part << (level - above), 1 << (level - above)));
    }
    return new Effect.Send(
        to, new CompareTrees(Maps.GROUP, Maps.EPOCH, above, parts, level, digests));
  }

  private static TreesCompared answer(int level, int first, Integer... differing) {
    return new TreesCompared(
        Maps.GROUP,
        Maps.EPOCH,
        level,
        first,
        new TreesCompared.Tree(10, false),
        List.of(differing));
  }

  private static PositionRange leaf(int leaf) {
    return new PositionRange(leaf << 22, (leaf << 22) + (1 << 22) - 1);
  }

  @Test
  void itDescendsToWhatDiffersAndTellsIt() {
    returns.of(ONE).begin("tree", List.of(), harness.replica.nowNanos());
    returns.of(ONE).onLooked(harness.replica.nowNanos());
    harness.pass(50);
    comparisons.begin(ONE);
    assertThat(comparisons.isUnderWay()).isTrue();
    assertThat(harness.effects()).containsExactly(question(ONE, 0, List.of(0), 6));
    harness.pass(7);
    comparisons.onCompared(ONE, answer(6, 0, 3, 60));
    assertThat(harness.effects()).containsExactly(question(ONE, 6, List.of(3, 60), 10));
    assertThat(heard).isEmpty();
    harness.pass(5);
    comparisons.onCompared(ONE, answer(10, 3, 50, 961));
    assertThat(harness.effects()).isEmpty();
    assertThat(heard).containsExactly(ONE);
    assertThat(found.getFirst().level()).isEqualTo(10);
    assertThat(found.getFirst().size()).isEqualTo(2);
    assertThat(found.getFirst().runFrom(0)).contains(leaf(50));
    assertThat(found.getFirst().runFrom(51 << 22)).contains(leaf(961));
    assertThat(comparisons.isUnderWay()).isFalse();
    // Three numbers of parts, 64 + 32 digests, four numbers that came back.
    assertThat(returns.report().get(ONE))
        .isEqualTo(
            new ReturnReport(
                "tree",
                new ReturnReport.Cost(3, 3 * 3 + 8 * 96 + 3 * 4, 96, 0),
                0,
                new ReturnReport.Copies(0, 0, 0),
                new ReturnReport.Times(12, 0, 0)));
  }

  @Test
  void anAnswerToAnotherQuestionIsNothing() {
    comparisons.onCompared(ONE, answer(6, 0));
    assertThat(heard).isEmpty();
    comparisons.begin(ONE);
    harness.effects();
    comparisons.onCompared(TWO, answer(6, 0));
    comparisons.onCompared(ONE, answer(10, 0));
    comparisons.onCompared(ONE, answer(6, 1));
    assertThat(harness.effects()).isEmpty();
    assertThat(heard).isEmpty();
    assertThat(comparisons.isUnderWay()).isTrue();
    comparisons.onCompared(ONE, answer(6, 0));
    assertThat(heard).containsExactly(ONE);
    assertThat(found.getFirst().size()).isZero();
  }

  /** It lacks all that is here. */
  @Test
  void whoHasNothingDiffersEverywhere() {
    comparisons.begin(ONE);
    comparisons.onCompared(
        ONE,
        new TreesCompared(
            Maps.GROUP, Maps.EPOCH, 6, 0, new TreesCompared.Tree(10, true), List.of(3)));
    assertThat(heard).containsExactly(ONE);
    assertThat(found.getFirst().runFrom(0)).contains(PositionRange.ALL);
    assertThat(comparisons.isUnderWay()).isFalse();
  }

  /** A tree of five levels cannot tell parts of the sixth apart. */
  @Test
  void aFlatterTreeIsComparedAtItsDepth() {
    comparisons.begin(ONE);
    harness.effects();
    comparisons.onCompared(
        ONE,
        new TreesCompared(
            Maps.GROUP, Maps.EPOCH, 6, 0, new TreesCompared.Tree(5, false), List.of()));
    assertThat(harness.effects()).containsExactly(question(ONE, 0, List.of(0), 5));
    comparisons.onCompared(
        ONE,
        new TreesCompared(
            Maps.GROUP, Maps.EPOCH, 5, 0, new TreesCompared.Tree(5, false), List.of(9)));
    assertThat(found.getFirst().level()).isEqualTo(5);
    assertThat(found.getFirst().size()).isOne();
  }

  @Test
  void eachReplicaIsComparedByItselfAndOnce() {
    comparisons.begin(ONE);
    comparisons.begin(ONE);
    assertThat(harness.effects()).hasSize(1);
    comparisons.begin(TWO);
    assertThat(harness.effects()).containsExactly(question(TWO, 0, List.of(0), 6));
    comparisons.onCompared(TWO, answer(6, 0));
    assertThat(heard).containsExactly(TWO);
    assertThat(comparisons.isUnderWay()).isTrue();
    comparisons.begin(TWO);
    assertThat(harness.effects()).hasSize(1);
  }

  @Test
  void aQuestionIsAskedAgainAfterAReset() {
    comparisons.onReset(ONE);
    assertThat(harness.effects()).isEmpty();
    comparisons.begin(ONE);
    comparisons.onCompared(ONE, answer(6, 0, 3));
    harness.effects();
    comparisons.onReset(TWO);
    assertThat(harness.effects()).isEmpty();
    comparisons.onReset(ONE);
    assertThat(harness.effects()).containsExactly(question(ONE, 6, List.of(3), 10));
  }

  @Test
  void whatChangesMeanwhileOrIsMissingHereDiffers() {
    ObjectId missing = GroupHarness.object("o3");
    ObjectId changes = GroupHarness.object("o5");
    harness.replica.noteMissing(missing, harness.replica.log().head());
    harness.settle();
    harness.effects();
    comparisons.begin(ONE);
    comparisons.begin(TWO);
    comparisons.onChanged(changes);
    comparisons.onCompared(ONE, answer(6, 0));
    comparisons.onCompared(TWO, answer(6, 0));
    assertThat(heard).containsExactly(ONE, TWO);
    for (Differences differences : found) {
      assertThat(differences.level()).isEqualTo(6);
      assertThat(differences.size()).isEqualTo(2);
      for (ObjectId object : List.of(missing, changes)) {
        Optional<PositionRange> run = differences.runFrom(object.position());
        assertThat(run).hasValueSatisfying(it -> assertThat(it.contains(object)).isTrue());
      }
    }
  }
}
