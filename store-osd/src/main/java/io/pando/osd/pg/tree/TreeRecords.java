package io.pando.osd.pg.tree;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.id.Version;
import io.pando.merkle.HashTree;
import io.pando.merkle.LeafState;
import io.pando.merkle.TreeHead;
import io.pando.merkle.TreePage;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.probe.Limit;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * How a tree is written: the leaves that have changed since the last time, in a record of their
 * own; and, as often as a page of leaves has changed or there are some such records, one page of
 * the tree after the other, so that records older than the oldest page can go. What the log tells
 * behind the newest record is put on top when the group is opened.
 *
 * <p>Of each update 16 bytes go into a record of changes, and as much into pages.
 */
final class TreeRecords {
  /** Updates that only the log tells; and leaves that change while a page is written. */
  private static final Limit MOST_PLAIN =
      Limit.of("tree: changed leaves that are not stored yet", 1, 256);

  /** Records of changes for which a page is written. */
  private static final Limit PAGE_STEPS = Limit.of("tree: steps between stored pages", 1, 16);

  private final CollectionId collection;
  private final BitSet touched = new BitSet();

  /** Leaves of steps that may be refused yet, and of how many. */
  private final SortedMap<Integer, Integer> proposed = new TreeMap<>();

  /** Leaves that were told as not known for such a step. */
  private final BitSet masked = new BitSet();

  private HashTree tree;

  /** For each page the sequence as of which it was written; 0: never, so it was empty. */
  private long[] pages;

  private long sequence;

  /** Records of changes before this one are gone; 0: perhaps not. */
  private long firstStep;

  private Version stamp;
  private int nextPage;
  private int plain;
  private int sincePage;
  private int stepsSincePage;
  private boolean special;

  TreeRecords(CollectionId collection, StoredTree stored) {
    this.collection = collection;
    this.tree = stored.tree();
    this.pages = stored.pages().stream().mapToLong(Long::longValue).toArray();
    this.nextPage = oldest();
    this.sequence = stored.sequence();
    this.stamp = stored.stamp();
  }

  /** Everything that was written is to be {@linkplain #writeAll written anew} for another tree. */
  void replace(HashTree next) {
    tree = next;
    pages = new long[StoredTree.pages(next)];
    nextPage = 0;
    touched.clear();
    masked.clear();
  }

  StoredTree held(Version head) {
    return new StoredTree(tree, sequence, LongStream.of(pages).boxed().toList(), head);
  }

  /** Up to here the records tell. */
  Version stamp() {
    return stamp;
  }

  void onTouched(int leaf) {
    touched.set(leaf);
    sincePage++;
  }

  /** The log tells of an update. */
  void onPlain() {
    plain++;
  }

  /** Something happened that the log does not tell, or tells wrongly. */
  void onSpecial() {
    special = true;
  }

  boolean isDue() {
    return special || plain >= MOST_PLAIN.value();
  }

  /** Whether the records tell less than the log and the tree together. */
  boolean isBehind() {
    return special || plain > 0 || !touched.isEmpty();
  }

  /** Whether a step that may be refused changes one of these leaves. */
  boolean isProposed(HashTree.Span leaves) {
    return !proposed.subMap(leaves.start(), leaves.end()).isEmpty();
  }

  SortedSet<Integer> proposedLeaves() {
    return new TreeSet<>(proposed.keySet());
  }

  /**
   * Leaves that change by a step that may be refused: they are written with it, and nothing else
   * is. What the records told before is told by them still; they must not be {@linkplain #isBehind
   * behind}.
   */
  void propose(SortedSet<Integer> leaves, List<StoreOp> ops) {
    if (leaves.isEmpty()) {
      return;
    }
    sequence++;
    leaves.forEach(touched::set);
    SortedMap<String, Payload> meta = emptyMeta();
    // Not yet among those that are proposed, so it is told as it will be.
    putStep(meta);
    leaves.forEach(leaf -> proposed.merge(leaf, 1, Integer::sum));
    ops.add(new StoreOp.PutMeta(collection, meta));
  }

  /** Such a step has happened, or was refused. */
  void conclude(SortedSet<Integer> leaves, boolean happened) {
    for (int leaf : leaves) {
      boolean another = proposed.getOrDefault(leaf, 0) > 1;
      if (another) {
        proposed.merge(leaf, -1, Integer::sum);
      } else {
        proposed.remove(leaf);
      }
      if (another || !happened || masked.get(leaf)) {
        touched.set(leaf);
        special = true;
      }
    }
  }

  /** What has changed; everything, if nothing was ever written. */
  void write(Version head, List<StoreOp> ops) {
    if (sequence == 0) {
      writeAll(head, ops);
      return;
    }
    sequence++;
    SortedMap<String, Payload> meta = emptyMeta();
    if (sincePage >= StoredTree.PAGE_LEAVES || stepsSincePage >= PAGE_STEPS.value()) {
      sincePage = 0;
      stepsSincePage = 0;
      putPage(nextPage, meta);
      nextPage = oldest();
      dropSteps(ops);
    }
    putStep(meta);
    putHead(head, meta);
    ops.add(new StoreOp.PutMeta(collection, meta));
  }

  /** What all pages tell needs no records of changes; where those begin is known but once. */
  private void dropSteps(List<StoreOp> ops) {
    long to = pages[nextPage];
    if (to > firstStep) {
      String from = firstStep == 0 ? MetaKeys.TREE_STEPS : MetaKeys.treeStep(firstStep);
      ops.add(new StoreOp.RemoveMeta(collection, from, MetaKeys.treeStep(to)));
      firstStep = to;
    }
  }

  /** Everything. */
  void writeAll(Version head, List<StoreOp> ops) {
    sequence++;
    SortedMap<String, Payload> meta = emptyMeta();
    for (int page = 0; page < pages.length; page++) {
      putPage(page, meta);
    }
    ops.add(new StoreOp.RemoveMeta(collection, MetaKeys.TREE_PAGES, MetaKeys.TREE_STEPS_END));
    touched.clear();
    sincePage = 0;
    stepsSincePage = 0;
    putHead(head, meta);
    ops.add(new StoreOp.PutMeta(collection, meta));
  }

  private void putHead(Version head, SortedMap<String, Payload> meta) {
    stamp = head;
    plain = 0;
    special = false;
    TreeHead record = new TreeHead(tree.depth(), sequence, stamp);
    meta.put(MetaKeys.TREE_HEAD, GroupRecords.TREE_HEAD.encode(record));
  }

  private void putPage(int page, SortedMap<String, Payload> meta) {
    int size = tree.leaves() / pages.length;
    List<LeafState> leaves = new ArrayList<>(size);
    for (int leaf = page * size; leaf < (page + 1) * size; leaf++) {
      leaves.add(told(leaf));
    }
    touched.clear(page * size, (page + 1) * size);
    pages[page] = sequence;
    meta.put(
        MetaKeys.treePage(page), GroupRecords.TREE_PAGE.encode(new TreePage(sequence, leaves)));
  }

  private void putStep(SortedMap<String, Payload> meta) {
    if (touched.isEmpty()) {
      return;
    }
    List<LeafState> leaves = new ArrayList<>(touched.cardinality());
    touched.stream().forEach(leaf -> leaves.add(told(leaf)));
    touched.clear();
    stepsSincePage++;
    meta.put(
        MetaKeys.treeStep(sequence), GroupRecords.TREE_PAGE.encode(new TreePage(sequence, leaves)));
  }

  /** A leaf as it may be told while a step of it may be refused: as one that is not known. */
  private LeafState told(int leaf) {
    boolean mask = proposed.containsKey(leaf);
    masked.set(leaf, mask);
    return mask ? new LeafState(leaf, 0, LeafState.UNSURE) : tree.state(leaf);
  }

  private static SortedMap<String, Payload> emptyMeta() {
    return new TreeMap<>(Utf8Order.INSTANCE);
  }

  /** The page that was written longest ago: records of before are told by all pages. */
  private int oldest() {
    int oldest = 0;
    for (int page = 1; page < pages.length; page++) {
      oldest = pages[page] < pages[oldest] ? page : oldest;
    }
    return oldest;
  }
}
