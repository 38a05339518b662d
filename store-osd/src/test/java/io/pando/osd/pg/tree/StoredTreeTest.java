package io.pando.osd.pg.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.merkle.LeafState;
import io.pando.merkle.TreeHead;
import io.pando.merkle.TreePage;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.proto.FormatException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StoredTreeTest {
  private static final Version HEAD = new Version(3, 7);
  private static final Version STAMP = new Version(3, 4);

  private final SortedMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);

  private void head(int depth, long sequence) {
    meta.put(
        MetaKeys.TREE_HEAD, GroupRecords.TREE_HEAD.encode(new TreeHead(depth, sequence, STAMP)));
  }

  private void page(int page, long sequence, LeafState... leaves) {
    meta.put(
        MetaKeys.treePage(page),
        GroupRecords.TREE_PAGE.encode(new TreePage(sequence, List.of(leaves))));
  }

  private void step(long sequence, LeafState... leaves) {
    meta.put(
        MetaKeys.treeStep(sequence),
        GroupRecords.TREE_PAGE.encode(new TreePage(sequence, List.of(leaves))));
  }

  private StoredTree parse() {
    return StoredTree.parse(PositionRange.ALL, HEAD, meta);
  }

  private void isRefused(String what) {
    assertThatThrownBy(this::parse)
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("hash tree record with invalid " + what);
  }

  @Test
  void pagesHave256Leaves() {
    assertThat(StoredTree.pages(new HashTree(PositionRange.ALL, 7))).isOne();
    assertThat(StoredTree.pages(new HashTree(PositionRange.ALL, 8))).isOne();
    assertThat(StoredTree.pages(new HashTree(PositionRange.ALL, 9))).isEqualTo(2);
    assertThat(StoredTree.pages(new HashTree(PositionRange.ALL, 16))).isEqualTo(256);
  }

  @Test
  void anEmptyTreeHasTheLeastDepthOrWhatTheRangeAllows() {
    StoredTree empty = StoredTree.empty(PositionRange.ALL);
    assertThat(empty.tree().hasSameLeaves(new HashTree(PositionRange.ALL, 10))).isTrue();
    assertThat(empty.sequence()).isZero();
    assertThat(empty.pages()).containsExactly(0L, 0L, 0L, 0L);
    assertThat(empty.stamp()).isEqualTo(Version.ZERO);
    PositionRange small = new PositionRange(16, 31);
    assertThat(StoredTree.empty(small).tree().depth()).isEqualTo(4);
    assertThat(StoredTree.depth(small, 3)).isEqualTo(3);
  }

  @Test
  void whereNoneIsStoredNothingIsKnown() {
    StoredTree stored = parse();
    assertThat(stored.tree().depth()).isEqualTo(10);
    assertThat(stored.tree().unsureLeaves()).isEqualTo(1_024);
    assertThat(stored.sequence()).isZero();
    assertThat(stored.stamp()).isEqualTo(HEAD);
  }

  /** Of every leaf the newest record counts, in whatever order they are read. */
  @Test
  void theNewestRecordOfALeafCounts() {
    head(9, 5);
    page(0, 4, new LeafState(1, 11, 1), new LeafState(2, 12, 2), new LeafState(3, 13, 3));
    page(1, 2, new LeafState(500, 15, 5));
    step(3, new LeafState(1, 21, 1), new LeafState(500, 25, 2));
    step(4, new LeafState(3, 33, 4));
    step(6, new LeafState(2, 42, 9), new LeafState(511, 0, LeafState.UNSURE));
    StoredTree stored = parse();
    assertThat(stored.tree().state(1)).isEqualTo(new LeafState(1, 11, 1));
    assertThat(stored.tree().state(2)).isEqualTo(new LeafState(2, 42, 9));
    assertThat(stored.tree().state(3)).as("with the page").isEqualTo(new LeafState(3, 33, 4));
    assertThat(stored.tree().state(500)).isEqualTo(new LeafState(500, 25, 2));
    assertThat(stored.tree().isSure(511)).isFalse();
    assertThat(stored.tree().unsureLeaves()).isOne();
    assertThat(stored.tree().count()).isEqualTo(1 + 9 + 4 + 2);
    assertThat(stored.tree().depth()).isEqualTo(9);
    assertThat(stored.pages()).containsExactly(4L, 2L);
    assertThat(stored.sequence()).as("of the newest record").isEqualTo(6);
    assertThat(stored.stamp()).isEqualTo(STAMP);
  }

  @Test
  void theSequenceGoesOnFromTheHeadIfThatIsNewest() {
    head(9, 8);
    page(1, 7);
    StoredTree stored = parse();
    assertThat(stored.sequence()).isEqualTo(8);
    assertThat(stored.pages()).as("the first was never written").containsExactly(0L, 7L);
  }

  @Test
  void whatCannotBeIsRefused() {
    head(21, 1);
    isRefused("depth");
    head(20, 1);
    assertThat(parse().tree().depth()).isEqualTo(20);
    head(3, 1);
    step(1, new LeafState(7, 0, 0));
    assertThat(parse().tree().depth()).isEqualTo(3);
    step(1, new LeafState(8, 0, 0));
    isRefused("leaf");
    step(1, new LeafState(0, 0, -1));
    assertThat(parse().tree().isSure(0)).isFalse();
    step(1, new LeafState(0, 0, -2));
    isRefused("count");
  }

  @Test
  void aTreeIsNotDeeperThanItsRange() {
    head(5, 1);
    PositionRange small = new PositionRange(16, 31);
    assertThatThrownBy(() -> StoredTree.parse(small, HEAD, meta)).hasMessageContaining("depth");
    head(4, 1);
    assertThat(StoredTree.parse(small, HEAD, meta).tree().range()).isEqualTo(small);
  }
}
