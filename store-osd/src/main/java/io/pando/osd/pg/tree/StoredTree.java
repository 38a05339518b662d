package io.pando.osd.pg.tree;

import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.format.GroupRecords;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.merkle.LeafState;
import io.pando.merkle.TreeDepth;
import io.pando.merkle.TreeHead;
import io.pando.merkle.TreePage;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.proto.FormatException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * A tree as stored.
 *
 * @param sequence sequence number of the newest record
 * @param pages for each page the sequence number as of which it was written; 0 if never
 * @param stamp log entries newer than this version are not in the tree yet
 */
public record StoredTree(HashTree tree, long sequence, List<Long> pages, Version stamp) {
  /** Number of leaves in a page. */
  static final int PAGE_LEAVES = 256;

  public StoredTree {
    pages = List.copyOf(pages);
  }

  /** A tree none of whose records is written. */
  public static StoredTree unwritten(HashTree tree, Version stamp) {
    return new StoredTree(tree, 0, Collections.nCopies(pages(tree), 0L), stamp);
  }

  static int pages(HashTree tree) {
    return Math.max(1, tree.leaves() / PAGE_LEAVES);
  }

  /** The tree of a new, empty group. */
  public static StoredTree empty(PositionRange range) {
    return unwritten(new HashTree(range, depth(range, TreeDepth.LEAST)), Version.ZERO);
  }

  /** A tree all of whose leaves are unsure. */
  public static StoredTree unknown(PositionRange range, int depth, Version stamp) {
    HashTree tree = new HashTree(range, depth(range, depth));
    for (int leaf = 0; leaf < tree.leaves(); leaf++) {
      tree.markUnsure(leaf);
    }
    return unwritten(tree, stamp);
  }

  /** The wanted depth, limited by the size of the range. */
  static int depth(PositionRange range, int wanted) {
    return Math.min(wanted, Long.numberOfTrailingZeros(range.size()));
  }

  /**
   * Parses a tree from the ordered map of the group's collection. A group stored before trees
   * existed gets one whose leaves are all unsure. Throws {@link FormatException} on a malformed
   * record.
   *
   * @param head version of the newest update of the group
   */
  public static StoredTree parse(
      PositionRange range, Version head, SortedMap<String, Payload> meta) {
    Payload stored = meta.get(MetaKeys.TREE_HEAD);
    if (stored == null) {
      return unknown(range, TreeDepth.LEAST, head);
    }
    TreeHead treeHead = GroupRecords.TREE_HEAD.decode(stored);
    mustBe(treeHead.depth() == depth(range, Math.min(treeHead.depth(), TreeDepth.MOST)), "depth");
    HashTree tree = new HashTree(range, treeHead.depth());
    List<TreePage> records = new ArrayList<>();
    List<Long> pages = new ArrayList<>();
    for (int page = 0; page < pages(tree); page++) {
      Payload payload = meta.get(MetaKeys.treePage(page));
      TreePage record = payload == null ? null : GroupRecords.TREE_PAGE.decode(payload);
      pages.add(record == null ? 0 : record.sequence());
      if (record != null) {
        records.add(record);
      }
    }
    meta.subMap(MetaKeys.TREE_STEPS, MetaKeys.TREE_STEPS_END)
        .values()
        .forEach(payload -> records.add(GroupRecords.TREE_PAGE.decode(payload)));
    long[] newest = new long[tree.leaves()];
    long sequence = treeHead.sequence();
    for (TreePage record : records) {
      sequence = Math.max(sequence, record.sequence());
      for (LeafState leaf : record.leaves()) {
        mustBe(leaf.leaf() >= 0 && leaf.leaf() < newest.length, "leaf");
        mustBe(leaf.count() >= LeafState.UNSURE, "count");
        if (record.sequence() >= newest[leaf.leaf()]) {
          newest[leaf.leaf()] = record.sequence();
          tree.restore(leaf);
        }
      }
    }
    return new StoredTree(tree, sequence, pages, treeHead.stamp());
  }

  private static void mustBe(boolean holds, String what) {
    if (!holds) {
      throw new FormatException("hash tree record with invalid " + what);
    }
  }
}
