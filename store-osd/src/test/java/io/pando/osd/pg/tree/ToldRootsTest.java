package io.pando.osd.pg.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.PositionRange;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a tree tells its root, and that of a while ago. */
class ToldRootsTest {
  private static final ObjectId OBJECT = new ObjectId(0, "o");
  private static final CollectionId COLLECTION = CollectionId.of(new PgId(new PoolId(1), 0));

  private final ReplicaTree tree =
      new ReplicaTree(
          COLLECTION, StoredTree.empty(new PositionRange(0, 0xFFFF)), List.of(), 0x5EEDL);
  private Version head = Version.ZERO;

  private Version update() {
    Version version = head.next(3);
    tree.onUpdate(
        new LogEntry(version, head, OBJECT, LogEntry.Kind.MODIFY, new RequestId(1, 1), List.of()));
    tree.noteRoot(version);
    head = version;
    return version;
  }

  @Test
  void itIsKnownForEarlierUpdates() {
    Version first = update();
    Digest then = tree.root();
    Version second = update();
    assertThat(then).isNotNull();
    assertThat(tree.noted(first)).isEqualTo(then);
    assertThat(tree.noted(second)).isEqualTo(tree.root()).isNotEqualTo(then);
  }

  @Test
  void aLeafThatIsNotKnownHidesIt() {
    Version first = update();
    Digest sure = tree.root();
    tree.onUnknown(OBJECT);
    assertThat(tree.root()).isNull();
    assertThat(tree.noted(first)).isNull();
    tree.noteRoot(first);
    assertThat(tree.noted(first)).isNull();
    int leaf = tree.tree().leaf(OBJECT.position());
    tree.onListed(leaf, new Digest(tree.item(OBJECT, first), 1));
    assertThat(tree.root()).isEqualTo(sure);
  }

  @Test
  void whatMayBeRefusedHidesIt() {
    Version first = update();
    ReplicaTree.Change change = new ReplicaTree.Change(OBJECT, first, new Version(4, 9));
    tree.settleAll(first, new ArrayList<>());
    ReplicaTree.Proposal refused = tree.propose(List.of(change), new ArrayList<>());
    assertThat(tree.root()).isNull();
    assertThat(tree.noted(first)).isNull();
    refused.onRefused();
    assertThat(tree.root()).isEqualTo(new Digest(tree.item(OBJECT, first), 1));
  }

  @Test
  void anUpdateThatIsLeftOutShows() {
    Version first = update();
    Digest before = tree.root();
    tree.onUpdateElsewhere();
    assertThat(tree.noted(first)).isNull();
    assertThat(tree.root()).isEqualTo(before);
  }
}
