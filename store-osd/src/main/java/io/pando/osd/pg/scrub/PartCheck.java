package io.pando.osd.pg.scrub;

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
 * Lists what the store has in some positions, leaf by leaf, and compares that with the kept tree.
 *
 * <p>A page of a listing tells of exactly what was submitted before it was asked for, and so does
 * the tree at that moment: its leaves are noted then, and those that the page has whole are
 * compared. A leaf that does not fit into a page is asked for again, in a larger one. So nothing
 * has to be known of what changes meanwhile.
 *
 * <p>Who leads the scrub knows its own leaves. Those here may be larger, and reach out of the part
 * at both ends: they are listed as a whole, or nobody could tell whether this tree is right there.
 * One that turned out to be wrong is made anew, and says whatever the store has when the next part
 * is looked at. So it is remembered, and its word does not count there either.
 */
final class PartCheck {
  private static final Limit PAGE = Limit.of("scrub: objects in one listed page", 1, 512);

  private final Replica replica;
  private final ReplicaTree tree;
  private final PositionRange part;
  private final @Nullable PositionRange suspect;
  private final Runnable done;
  private final List<Item> items = new ArrayList<>();

  /** Positions of leaves in a row that said what the store has, by the first of each row. */
  private final NavigableMap<Integer, PositionRange> right =
      new TreeMap<>(Integer::compareUnsigned);

  private int wrong;

  /**
   * Not begun.
   *
   * @param part of the group's range
   * @param suspect {@linkplain #suspect what} the check of the part before left behind
   * @param done told when everything was listed
   */
  PartCheck(Replica replica, PositionRange part, @Nullable PositionRange suspect, Runnable done) {
    this.replica = replica;
    this.tree = replica.tree();
    this.part = part;
    this.suspect = suspect;
    this.done = done;
  }

  /** What was listed, in placement order. */
  List<Item> items() {
    return Collections.unmodifiableList(items);
  }

  /** Leaves that said something else than the store. */
  int wrongLeaves() {
    return wrong;
  }

  void begin() {
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
    // The first is not asked for as a whole if it is one of another tree than when it began.
    int firstWhole = positions(now, first).first() == from ? first : first + 1;
    // What may be refused yet is in the tree, and may not be in the store.
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
      // It has other leaves now.
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
      replica.settleTree();
    }
  }

  /** Leaves in a row, up to the one before {@code end}; none if {@code start} is negative. */
  private void keepRight(HashTree leaves, int start, int end) {
    if (start >= 0) {
      int first = positions(leaves, start).first();
      right.put(first, new PositionRange(first, positions(leaves, end - 1).last()));
    }
  }

  /** Whether the kept tree said of an object's leaf what the store has; of others nobody knows. */
  boolean vouchesFor(ObjectId object) {
    return isRight(object.position());
  }

  private boolean isRight(int position) {
    Map.Entry<Integer, PositionRange> leaf = right.floorEntry(position);
    return leaf != null && leaf.getValue().contains(position);
  }

  /**
   * The leaf that reaches out of the part at its end, if nobody can say that it is right; null if
   * there is none. Everything was listed.
   */
  @Nullable PositionRange suspect() {
    HashTree now = tree.tree();
    PositionRange last = positions(now, now.leaf(part.last()));
    return last.last() == part.last() || isRight(part.last()) ? null : last;
  }

  private boolean isSuspect(PositionRange leaf) {
    return suspect != null && (leaf.contains(suspect.last()) || suspect.contains(leaf.last()));
  }
}
