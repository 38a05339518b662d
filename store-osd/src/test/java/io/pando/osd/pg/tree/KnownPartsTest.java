package io.pando.osd.pg.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.merkle.Subtree;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a tree says that it holds while a step may be refused, or a leaf may be wrong. */
final class KnownPartsTest {
  private static final PositionRange RANGE = GroupTree.range(2, 5);
  private static final ObjectId OBJECT = ObjectId.before(RANGE.first());
  private static final Version VERSION = new Version(1, 1);

  private final ReplicaTree tree =
      new ReplicaTree(
          CollectionId.of(new PgId(new PoolId(1), 2)), StoredTree.empty(RANGE), List.of(), 77);

  @Test
  void aTreeIsEmptyOnlyIfNothingCanBeThere() {
    assertThat(tree.isEmpty()).isTrue();
    ReplicaTree.Proposal comes =
        tree.propose(List.of(new ReplicaTree.Change(OBJECT, null, VERSION)), new ArrayList<>());
    ReplicaTree.Proposal goes =
        tree.propose(List.of(new ReplicaTree.Change(OBJECT, VERSION, null)), new ArrayList<>());
    comes.onDurable();
    assertThat(tree.isEmpty()).as("it may stay").isFalse();
    goes.onDurable();
    assertThat(tree.isEmpty()).isTrue();
    tree.onWrong(0);
    assertThat(tree.isEmpty()).as("nobody knows").isFalse();
    tree.onListed(0, new Digest(tree.item(OBJECT, VERSION), 1));
    assertThat(tree.isEmpty()).isFalse();
    tree.onRemoved(OBJECT, VERSION);
    assertThat(tree.isEmpty()).isTrue();
  }

  @Test
  void aPartIsKnownUnlessItIsUnsureOrMayBeRefused() {
    tree.replace(new HashTree(RANGE, 1), Version.ZERO, new ArrayList<>());
    Subtree all = Subtree.ROOT;
    Subtree low = new Subtree(1, 0);
    Subtree high = new Subtree(1, 1);
    assertThat(tree.known(all)).contains(Digest.EMPTY);
    assertThat(tree.known(high)).contains(Digest.EMPTY);
    assertThat(tree.known(new Subtree(2, 0))).as("it is not so deep").isEmpty();
    ReplicaTree.Proposal proposal =
        tree.propose(List.of(new ReplicaTree.Change(OBJECT, null, VERSION)), new ArrayList<>());
    assertThat(tree.known(low)).isEmpty();
    assertThat(tree.known(all)).isEmpty();
    assertThat(tree.known(high)).isPresent();
    proposal.onDurable();
    assertThat(tree.known(low)).contains(new Digest(tree.item(OBJECT, VERSION), 1));
    tree.onWrong(1);
    assertThat(tree.known(low)).isPresent();
    assertThat(tree.known(high)).isEmpty();
    assertThat(tree.known(all)).isEmpty();
  }
}
