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
 * Writes a tree to the store. The leaves changed since the last write go into one record of
 * changes. After a page's worth of changed leaves, or after a number of such records, the page that
 * was written longest ago is written too. Records of changes older than every page are removed.
 * When the group is opened, log entries newer than the newest record are applied on top.
 *
 * <p>Each update adds 16 bytes to a record of changes, and as much to pages.
 */
final class TreeRecords {
  /** Most updates that are in the log only. */
  private static final Limit MOST_PLAIN =
      Limit.of("tree: changed leaves that are not stored yet", 1, 256);

  /** Number of records of changes after which a page is written. */
  private static final Limit PAGE_STEPS = Limit.of("tree: steps between stored pages", 1, 16);

  private final CollectionId collection;
  private final BitSet touched = new BitSet();

  /** Leaves changed by transactions that may be refused, with the number of these transactions. */
  private final SortedMap<Integer, Integer> proposed = new TreeMap<>();

  /** Leaves that were written as unsure because of such a transaction. */
  private final BitSet masked = new BitSet();

  private HashTree tree;

  /** For each page the sequence number as of which it was written; 0 if never, so it was empty. */
  private long[] pages;

  private long sequence;

  /** Records of changes before this sequence number are removed; 0 if that is not known. */
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

  /** Switches to another tree, which must be {@linkplain #writeAll written completely} next. */
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

  /** Version up to which the records reflect the log. */
  Version stamp() {
    return stamp;
  }

  void onTouched(int leaf) {
    touched.set(leaf);
    sincePage++;
  }

  /** Notes a change by an update that is in the log. */
  void onPlain() {
    plain++;
  }

  /** Notes a change that the log does not show, or shows wrongly. */
  void onSpecial() {
    special = true;
  }

  boolean isDue() {
    return special || plain >= MOST_PLAIN.value();
  }

  /** Whether some change is not in the records yet. */
  boolean isBehind() {
    return special || plain > 0 || !touched.isEmpty();
  }

  /** Whether a transaction that may be refused changes one of these leaves. */
  boolean isProposed(HashTree.Span leaves) {
    return !proposed.subMap(leaves.start(), leaves.end()).isEmpty();
  }

  SortedSet<Integer> proposedLeaves() {
    return new TreeSet<>(proposed.keySet());
  }

  /**
   * Adds records of the changed leaves to a transaction that may be refused, and nothing else. If
   * it is refused, the records stay as before; so they must not be {@linkplain #isBehind behind}.
   */
  void propose(SortedSet<Integer> leaves, List<StoreOp> ops) {
    if (leaves.isEmpty()) {
      return;
    }
    sequence++;
    leaves.forEach(touched::set);
    SortedMap<String, Payload> meta = emptyMeta();
    // These leaves are not registered as proposed yet, so the record has their new state.
    putStep(meta);
    leaves.forEach(leaf -> proposed.merge(leaf, 1, Integer::sum));
    ops.add(new StoreOp.PutMeta(collection, meta));
  }

  /** Ends such a transaction, which is durable or was refused. */
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

  /** Writes the changed leaves; the whole tree if it was never written. */
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

  /**
   * Removes the records of changes that all pages include. Where they begin is known after the
   * first removal.
   */
  private void dropSteps(List<StoreOp> ops) {
    long to = pages[nextPage];
    if (to > firstStep) {
      String from = firstStep == 0 ? MetaKeys.TREE_STEPS : MetaKeys.treeStep(firstStep);
      ops.add(new StoreOp.RemoveMeta(collection, from, MetaKeys.treeStep(to)));
      firstStep = to;
    }
  }

  /** Writes all pages, and removes all records of changes. */
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

  /** The leaf as written: unsure while a transaction that changes it may be refused. */
  private LeafState told(int leaf) {
    boolean mask = proposed.containsKey(leaf);
    masked.set(leaf, mask);
    return mask ? new LeafState(leaf, 0, LeafState.UNSURE) : tree.state(leaf);
  }

  private static SortedMap<String, Payload> emptyMeta() {
    return new TreeMap<>(Utf8Order.INSTANCE);
  }

  /** The page that was written longest ago; older records of changes are included in all pages. */
  private int oldest() {
    int oldest = 0;
    for (int page = 1; page < pages.length; page++) {
      oldest = pages[page] < pages[oldest] ? page : oldest;
    }
    return oldest;
  }
}
