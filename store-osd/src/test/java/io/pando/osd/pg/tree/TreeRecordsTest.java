package io.pando.osd.pg.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.merkle.LeafState;
import io.pando.merkle.TreeHead;
import io.pando.merkle.TreePage;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A tree of 1024 leaves is four pages. */
class TreeRecordsTest {
  private static final CollectionId COLLECTION = CollectionId.of(new PgId(new PoolId(1), 2));
  private static final Version HEAD = new Version(3, 7);

  private final HashTree tree = new HashTree(PositionRange.ALL, 10);
  private final TreeRecords records =
      new TreeRecords(COLLECTION, StoredTree.unwritten(tree, new Version(3, 1)));

  private static SortedMap<String, Payload> meta() {
    return new TreeMap<>(Utf8Order.INSTANCE);
  }

  private static void putHead(SortedMap<String, Payload> meta, long sequence, Version head) {
    meta.put(MetaKeys.TREE_HEAD, GroupRecords.TREE_HEAD.encode(new TreeHead(10, sequence, head)));
  }

  private static void putStep(SortedMap<String, Payload> meta, long sequence, LeafState... leaves) {
    meta.put(
        MetaKeys.treeStep(sequence),
        GroupRecords.TREE_PAGE.encode(new TreePage(sequence, List.of(leaves))));
  }

  private void putPage(SortedMap<String, Payload> meta, int page, long sequence) {
    List<LeafState> leaves = new ArrayList<>();
    for (int leaf = page * 256; leaf < (page + 1) * 256; leaf++) {
      leaves.add(tree.state(leaf));
    }
    meta.put(
        MetaKeys.treePage(page), GroupRecords.TREE_PAGE.encode(new TreePage(sequence, leaves)));
  }

  private static LeafState unsure(int leaf) {
    return new LeafState(leaf, 0, LeafState.UNSURE);
  }

  private void touch(int leaf, long xor, int count) {
    tree.set(leaf, new Digest(xor, count));
    records.onTouched(leaf);
  }

  private static SortedSet<Integer> leaves(Integer... leaves) {
    return new TreeSet<>(List.of(leaves));
  }

  private List<StoreOp> write() {
    List<StoreOp> ops = new ArrayList<>();
    records.write(HEAD, ops);
    return ops;
  }

  private static StoreOp put(SortedMap<String, Payload> meta) {
    return new StoreOp.PutMeta(COLLECTION, meta);
  }

  @Test
  void theFirstTimeEverythingIsWritten() {
    assertThat(records.stamp()).isEqualTo(new Version(3, 1));
    assertThat(records.isBehind()).isFalse();
    touch(300, 7, 1);
    assertThat(records.isBehind()).isTrue();
    SortedMap<String, Payload> all = meta();
    for (int page = 0; page < 4; page++) {
      putPage(all, page, 1);
    }
    putHead(all, 1, HEAD);
    assertThat(write())
        .containsExactly(
            new StoreOp.RemoveMeta(COLLECTION, MetaKeys.TREE_PAGES, MetaKeys.TREE_STEPS_END),
            put(all));
    assertThat(records.stamp()).isEqualTo(HEAD);
    assertThat(records.isBehind()).isFalse();
    assertThat(records.held(HEAD))
        .isEqualTo(new StoredTree(tree, 1, List.of(1L, 1L, 1L, 1L), HEAD));
  }

  @Test
  void thenLeavesThatChanged() {
    write();
    touch(300, 7, 1);
    touch(2, 9, 3);
    SortedMap<String, Payload> step = meta();
    putStep(step, 2, new LeafState(2, 9, 3), new LeafState(300, 7, 1));
    putHead(step, 2, HEAD);
    assertThat(write()).containsExactly(put(step));
    SortedMap<String, Payload> none = meta();
    putHead(none, 3, HEAD);
    assertThat(write()).as("no leaf changed").containsExactly(put(none));
  }

  @Test
  void updatesThatOnlyTheLogTellsAreDueWhenTheyAreMany() {
    for (int i = 0; i < 255; i++) {
      records.onPlain();
    }
    assertThat(records.isDue()).isFalse();
    assertThat(records.isBehind()).isTrue();
    records.onPlain();
    assertThat(records.isDue()).isTrue();
    write();
    assertThat(records.isDue()).isFalse();
    assertThat(records.isBehind()).isFalse();
    records.onSpecial();
    assertThat(records.isDue()).isTrue();
    assertThat(records.isBehind()).isTrue();
    write();
    assertThat(records.isDue()).isFalse();
  }

  /** One after the other, the one that was written longest ago first. */
  @Test
  void aPageIsWrittenForSixteenSteps() {
    write();
    for (int page = 0; page < 5; page++) {
      for (int step = 0; step < 16; step++) {
        touch(1_000, page, 1 + step);
        assertThat(write()).hasSize(1);
      }
      long sequence = 2L + page * 17L + 16;
      touch(256 * (page % 4), 5, page);
      SortedMap<String, Payload> meta = meta();
      putPage(meta, page % 4, sequence);
      putHead(meta, sequence, HEAD);
      List<StoreOp> ops = write();
      assertThat(ops.getLast()).isEqualTo(put(meta));
      if (page < 3) {
        assertThat(ops).as("pages of the beginning are there").hasSize(page == 0 ? 2 : 1);
      }
    }
    assertThat(records.held(HEAD).pages()).containsExactly(86L, 35L, 52L, 69L);
  }

  @Test
  void stepsThatAllPagesTellGo() {
    write();
    List<StoreOp> removed = new ArrayList<>();
    for (int i = 0; i < 6 * 17; i++) {
      touch(1_000, i, 1);
      List<StoreOp> ops = write();
      removed.addAll(ops.subList(0, ops.size() - 1));
    }
    assertThat(removed)
        .containsExactly(
            new StoreOp.RemoveMeta(COLLECTION, MetaKeys.TREE_STEPS, MetaKeys.treeStep(1)),
            new StoreOp.RemoveMeta(COLLECTION, MetaKeys.treeStep(1), MetaKeys.treeStep(18)),
            new StoreOp.RemoveMeta(COLLECTION, MetaKeys.treeStep(18), MetaKeys.treeStep(34)),
            new StoreOp.RemoveMeta(COLLECTION, MetaKeys.treeStep(34), MetaKeys.treeStep(50)));
  }

  @Test
  void aPageIsWrittenForAPageOfChangedLeaves() {
    write();
    for (int i = 0; i < 255; i++) {
      touch(1_000, i, 1);
    }
    assertThat(write()).hasSize(1);
    touch(1_000, 9, 1);
    SortedMap<String, Payload> meta = meta();
    putPage(meta, 0, 3);
    putStep(meta, 3, tree.state(1_000));
    putHead(meta, 3, HEAD);
    assertThat(write().getLast()).isEqualTo(put(meta));
    touch(1_000, 10, 1);
    assertThat(write()).as("the count of steps begins again at the stored page").hasSize(1);
  }

  @Test
  void whatMayBeRefusedIsToldAsNotKnownByOtherSteps() {
    write();
    tree.set(5, new Digest(1, 1));
    tree.set(6, new Digest(2, 2));
    List<StoreOp> ops = new ArrayList<>();
    records.propose(leaves(5, 6), ops);
    SortedMap<String, Payload> proposed = meta();
    putStep(proposed, 2, new LeafState(5, 1, 1), new LeafState(6, 2, 2));
    assertThat(ops).containsExactly(put(proposed));
    assertThat(records.proposedLeaves()).containsExactly(5, 6);
    assertThat(records.isProposed(new HashTree.Span(4, 5))).isFalse();
    assertThat(records.isProposed(new HashTree.Span(5, 6))).isTrue();
    assertThat(records.isProposed(new HashTree.Span(7, 9))).isFalse();
    assertThat(records.isBehind()).isFalse();
    touch(5, 3, 3);
    touch(7, 4, 4);
    SortedMap<String, Payload> step = meta();
    putStep(step, 3, unsure(5), new LeafState(7, 4, 4));
    putHead(step, 3, HEAD);
    assertThat(write()).containsExactly(put(step));
    records.conclude(leaves(5, 6), true);
    assertThat(records.proposedLeaves()).isEmpty();
    assertThat(records.isDue()).as("5 was told as not known").isTrue();
    SortedMap<String, Payload> after = meta();
    putStep(after, 4, new LeafState(5, 3, 3));
    putHead(after, 4, HEAD);
    assertThat(write()).containsExactly(put(after));
  }

  @Test
  void whatHappenedAsProposedNeedsNothingMore() {
    write();
    List<StoreOp> ops = new ArrayList<>();
    records.propose(leaves(), ops);
    assertThat(ops).isEmpty();
    records.propose(leaves(9), ops);
    records.conclude(leaves(9), true);
    assertThat(records.isDue()).isFalse();
    assertThat(records.isBehind()).isFalse();
  }

  @Test
  void whatWasRefusedIsWritten() {
    write();
    records.propose(leaves(9), new ArrayList<>());
    records.conclude(leaves(9), false);
    assertThat(records.isDue()).isTrue();
    SortedMap<String, Payload> step = meta();
    putStep(step, 3, new LeafState(9, 0, 0));
    putHead(step, 3, HEAD);
    assertThat(write()).containsExactly(put(step));
  }

  /** It stays among those that may be refused until the last of the steps is over. */
  @Test
  void aLeafMayBeProposedTwice() {
    write();
    records.propose(leaves(9), new ArrayList<>());
    List<StoreOp> second = new ArrayList<>();
    records.propose(leaves(9), second);
    SortedMap<String, Payload> masked = meta();
    putStep(masked, 3, unsure(9));
    assertThat(second).containsExactly(put(masked));
    records.conclude(leaves(9), true);
    assertThat(records.proposedLeaves()).containsExactly(9);
    assertThat(records.isDue()).isTrue();
    records.conclude(leaves(9), true);
    assertThat(records.proposedLeaves()).isEmpty();
    SortedMap<String, Payload> step = meta();
    putStep(step, 4, new LeafState(9, 0, 0));
    putHead(step, 4, HEAD);
    assertThat(write()).containsExactly(put(step));
  }

  @Test
  void anotherTreeIsWrittenAnew() {
    write();
    touch(700, 1, 1);
    HashTree flat = new HashTree(PositionRange.ALL, 3);
    flat.set(2, new Digest(8, 8));
    records.replace(flat);
    List<StoreOp> ops = new ArrayList<>();
    records.writeAll(HEAD, ops);
    SortedMap<String, Payload> all = meta();
    List<LeafState> states = new ArrayList<>();
    for (int leaf = 0; leaf < 8; leaf++) {
      states.add(flat.state(leaf));
    }
    all.put(MetaKeys.treePage(0), GroupRecords.TREE_PAGE.encode(new TreePage(2, states)));
    all.put(MetaKeys.TREE_HEAD, GroupRecords.TREE_HEAD.encode(new TreeHead(3, 2, HEAD)));
    assertThat(ops)
        .containsExactly(
            new StoreOp.RemoveMeta(COLLECTION, MetaKeys.TREE_PAGES, MetaKeys.TREE_STEPS_END),
            put(all));
    assertThat(records.held(HEAD)).isEqualTo(new StoredTree(flat, 2, List.of(2L), HEAD));
  }

  @Test
  void whatIsOldestIsWrittenFirstAfterARestart() {
    TreeRecords again =
        new TreeRecords(COLLECTION, new StoredTree(tree, 40, List.of(9L, 30L, 7L, 7L), HEAD));
    for (int i = 0; i < 256; i++) {
      again.onTouched(600);
    }
    List<StoreOp> ops = new ArrayList<>();
    again.write(HEAD, ops);
    SortedMap<String, Payload> meta = meta();
    putPage(meta, 2, 41);
    putHead(meta, 41, HEAD);
    assertThat(ops)
        .containsExactly(
            new StoreOp.RemoveMeta(COLLECTION, MetaKeys.TREE_STEPS, MetaKeys.treeStep(7)),
            put(meta));
  }
}
