package io.pando.osd.pg.scrub;

import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.merkle.LeafState;
import io.pando.merkle.Subtree;
import io.pando.message.ScrubMessage.Item;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.tree.ReplicaTree;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
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
  private static final int PAGE = 512;

  private final Replica replica;
  private final ReplicaTree tree;
  private final PositionRange part;
  private final @Nullable PositionRange suspect;
  private final Runnable done;
  private final List<Item> items = new ArrayList<>();

  /** Positions of leaves that said what the store has, by the first of each. */
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
    list(positions(now, now.leaf(part.first())).first(), PAGE);
  }

  private static PositionRange positions(HashTree leaves, int leaf) {
    return leaves.positions(new Subtree(leaves.depth(), leaf));
  }

  private void list(int from, int max) {
    HashTree now = tree.tree();
    int last = now.leaf(part.last());
    PositionRange asked = new PositionRange(from, positions(now, last).last());
    SortedMap<Integer, LeafState> kept = new TreeMap<>();
    for (int leaf = now.leaf(from); leaf <= last; leaf++) {
      // The first is not asked for as a whole if it is one of another tree than when it began.
      boolean whole = asked.contains(positions(now, leaf).first());
      // What may be refused yet is in the tree, and may not be in the store.
      if (whole && now.isSure(leaf) && !tree.hasProposals()) {
        kept.put(leaf, now.state(leaf));
      }
    }
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
      int from,
      int max,
      HashTree listedWith,
      SortedMap<Integer, LeafState> kept,
      VersionListing page) {
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
    take(page, listedWith, endLeaf, kept);
    if (whole) {
      done.run();
    } else {
      list(positions(listedWith, endLeaf).first(), PAGE);
    }
  }

  private void take(
      VersionListing page, HashTree leaves, int endLeaf, SortedMap<Integer, LeafState> kept) {
    SortedMap<Integer, Digest> found = new TreeMap<>();
    int before = items.size();
    page.versions()
        .forEach((object, version) -> {
          if (leaves.leaf(object.position()) < endLeaf) {
            if (part.contains(object)) {
              items.add(new Item(object, version, 0, false));
            }
            found.merge(leaves.leaf(object.position()), digest(object, version), Digest::plus);
          }
        });
    replica.emit(new Effect.CountScrubbed(items.size() - before, 0));
    kept.headMap(endLeaf)
        .forEach((leaf, state) -> {
          Digest digest = found.getOrDefault(leaf, Digest.EMPTY);
          if (digest.xor() == state.xor() && digest.count() == state.count()) {
            PositionRange positions = positions(leaves, leaf);
            if (!isSuspect(positions)) {
              right.put(positions.first(), positions);
            }
          } else {
            wrong++;
            tree.onWrong(leaf);
          }
        });
    if (wrong > 0) {
      replica.settleTree();
    }
  }

  private Digest digest(ObjectId object, Version version) {
    return new Digest(tree.item(object, version), 1);
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
