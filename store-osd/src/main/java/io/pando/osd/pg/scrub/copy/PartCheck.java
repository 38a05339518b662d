package io.pando.osd.pg.scrub.copy;

import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.merkle.HashTree;
import io.pando.merkle.LeafStates;
import io.pando.merkle.Subtree;
import io.pando.message.ScrubMessage.Item;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.probe.Limit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists the objects of the store in some positions, leaf by leaf, and compares them with the kept
 * hash tree.
 *
 * <p>A page of a listing reflects exactly the updates submitted before the call, and so does the
 * tree at that moment. So the leaves are recorded then, and those that the page covers completely
 * are compared. A leaf that does not fit into a page is listed again, with a larger page. Changes
 * made meanwhile need not be tracked.
 *
 * <p>The primary divides the group by its own leaves. Leaves here may be larger, and extend beyond
 * the part at both ends. They are listed completely, because otherwise this tree could not be
 * checked there. A leaf found to be wrong is rebuilt from the store, so it agrees with the store
 * when the next part is checked. It is therefore remembered, and does not vouch for objects of that
 * part either.
 */
public final class PartCheck {
  private static final Limit PAGE = Limit.of("scrub: objects in one listed page", 1, 512);

  private final Replica replica;
  private final ReplicaTree tree;
  private final PositionRange part;
  private final @Nullable PositionRange suspect;
  private final Runnable done;
  private final List<Item> items = new ArrayList<>();

  /**
   * Positions of runs of adjacent leaves that agreed with the store, by the first position of each
   * run.
   */
  private final NavigableMap<Integer, PositionRange> right =
      new TreeMap<>(Integer::compareUnsigned);

  private int wrong;

  /**
   * Creates a check that has not begun.
   *
   * @param part part of the group's range
   * @param suspect result of {@link #suspect()} of the check of the previous part
   * @param done run when everything was listed
   */
  public PartCheck(
      Replica replica, PositionRange part, @Nullable PositionRange suspect, Runnable done) {
    this.replica = replica;
    this.tree = replica.tree();
    this.part = part;
    this.suspect = suspect;
    this.done = done;
  }

  /** The listed items, in placement order. */
  public List<Item> items() {
    return Collections.unmodifiableList(items);
  }

  /** Number of leaves that differed from the store. */
  public int wrongLeaves() {
    return wrong;
  }

  public void begin() {
    HashTree now = tree.tree();
    list(positions(now, now.leaf(part.first())).first(), PAGE.value());
  }

  private static PositionRange positions(HashTree leaves, int leaf) {
    return leaves.positions(new Subtree(leaves.depth(), leaf));
  }

  private void list(int from, int max) {
    HashTree now = tree.tree();
    int first = now.leaf(from);
    int last = now.leaf(part.last());
    PositionRange asked = new PositionRange(from, positions(now, last).last());
    // The first leaf is not listed completely if the tree was replaced since the check began.
    int firstWhole = positions(now, first).first() == from ? first : first + 1;
    // Changes that may still be refused are in the tree, and possibly not in the store.
    LeafStates kept = now.states(firstWhole, tree.hasProposals() ? firstWhole : last + 1);
    replica
        .reads()
        .versions(
            List.of(asked),
            ObjectId.before(from),
            max,
            page -> onListed(from, max, now, kept, page));
  }

  @SuppressWarnings("ReferenceEquality")
  private void onListed(
      int from, int max, HashTree listedWith, LeafStates kept, VersionListing page) {
    if (tree.tree() != listedWith) {
      // The tree was replaced by one with other leaves.
      list(from, max);
      return;
    }
    int endLeaf = listedWith.leaf(part.last()) + 1;
    boolean whole = !page.more();
    if (!whole) {
      endLeaf = listedWith.leaf(page.versions().lastKey().position());
    }
    if (!whole && endLeaf == listedWith.leaf(from)) {
      list(from, Math.multiplyExact(max, 2));
      return;
    }
    take(page, listedWith, listedWith.leaf(from), endLeaf, kept);
    if (whole) {
      done.run();
    } else {
      list(positions(listedWith, endLeaf).first(), PAGE.value());
    }
  }

  private void take(
      VersionListing page, HashTree leaves, int firstLeaf, int endLeaf, LeafStates kept) {
    long[] xors = new long[endLeaf - firstLeaf];
    int[] counts = new int[endLeaf - firstLeaf];
    int before = items.size();
    page.versions()
        .forEach((object, version) -> {
          int leaf = leaves.leaf(object.position());
          if (leaf < endLeaf) {
            if (part.contains(object)) {
              items.add(new Item(object, version, 0, false));
            }
            xors[leaf - firstLeaf] ^= tree.item(object, version);
            counts[leaf - firstLeaf]++;
          }
        });
    replica.emit(new Effect.CountScrubbed(items.size() - before, 0));
    int start = -1;
    for (int leaf = firstLeaf; leaf < endLeaf; leaf++) {
      boolean noted = kept.contains(leaf) && kept.isSure(leaf);
      boolean same = noted && kept.held(leaf, xors[leaf - firstLeaf], counts[leaf - firstLeaf]);
      if (noted && !same) {
        wrong++;
        tree.onWrong(leaf);
      }
      if (same && !isSuspect(positions(leaves, leaf))) {
        start = start < 0 ? leaf : start;
      } else {
        keepRight(leaves, start, leaf);
        start = -1;
      }
    }
    keepRight(leaves, start, endLeaf);
    if (wrong > 0) {
      replica.treeWriter().settle();
    }
  }

  /**
   * Records a run of leaves from {@code start}, {@code end} excluded; none if {@code start} is
   * negative.
   */
  private void keepRight(HashTree leaves, int start, int end) {
    if (start >= 0) {
      int first = positions(leaves, start).first();
      right.put(first, new PositionRange(first, positions(leaves, end - 1).last()));
    }
  }

  /**
   * Whether the kept tree agreed with the store on the leaf of an object; otherwise nothing is
   * known about the object.
   */
  public boolean vouchesFor(ObjectId object) {
    return isRight(object.position());
  }

  private boolean isRight(int position) {
    Map.Entry<Integer, PositionRange> leaf = right.floorEntry(position);
    return leaf != null && leaf.getValue().contains(position);
  }

  /**
   * The leaf that extends beyond the end of the part, if it is not known to be right; null
   * otherwise. Called after everything was listed.
   */
  public @Nullable PositionRange suspect() {
    HashTree now = tree.tree();
    PositionRange last = positions(now, now.leaf(part.last()));
    return last.last() == part.last() || isRight(part.last()) ? null : last;
  }

  private boolean isSuspect(PositionRange leaf) {
    return suspect != null && (leaf.contains(suspect.last()) || suspect.contains(leaf.last()));
  }
}
