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
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lists what the store has in some positions, leaf by leaf, and compares that with the kept tree.
 *
 * <p>A page of a listing tells of exactly what was submitted before it was asked for, and so does
 * the tree at that moment: its leaves are noted then, and those that the page has whole are
 * compared. A leaf that does not fit into a page is asked for again, in a larger one. So nothing
 * has to be known of what changes meanwhile.
 */
final class PartCheck {
  private static final int PAGE = 512;

  private final Replica replica;
  private final ReplicaTree tree;
  private final PositionRange part;
  private final Runnable done;
  private final List<Item> items = new ArrayList<>();
  private final SortedSet<Integer> right = new TreeSet<>();
  private int wrong;

  /**
   * Not begun.
   *
   * @param part of the group's range
   * @param done told when everything was listed
   */
  PartCheck(Replica replica, PositionRange part, Runnable done) {
    this.replica = replica;
    this.tree = replica.tree();
    this.part = part;
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
    list(part.first(), PAGE);
  }

  private void list(int from, int max) {
    HashTree now = tree.tree();
    int last = now.leaf(part.last());
    SortedMap<Integer, LeafState> kept = new TreeMap<>();
    for (int leaf = now.leaf(from); leaf <= last; leaf++) {
      PositionRange positions = now.positions(new Subtree(now.depth(), leaf));
      boolean inside = part.contains(positions.first()) && part.contains(positions.last());
      // What may be refused yet is in the tree, and may not be in the store.
      if (inside && now.isSure(leaf) && !tree.hasProposals()) {
        kept.put(leaf, now.state(leaf));
      }
    }
    replica
        .reads()
        .versions(
            List.of(part),
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
      list(listedWith.positions(new Subtree(listedWith.depth(), endLeaf)).first(), PAGE);
    }
  }

  private void take(
      VersionListing page, HashTree leaves, int endLeaf, SortedMap<Integer, LeafState> kept) {
    SortedMap<Integer, Digest> found = new TreeMap<>();
    int before = items.size();
    page.versions()
        .forEach((object, version) -> {
          if (leaves.leaf(object.position()) < endLeaf) {
            items.add(new Item(object, version, 0, false));
            found.merge(leaves.leaf(object.position()), digest(object, version), Digest::plus);
          }
        });
    replica.emit(new Effect.CountScrubbed(items.size() - before, 0));
    kept.headMap(endLeaf)
        .forEach((leaf, state) -> {
          Digest digest = found.getOrDefault(leaf, Digest.EMPTY);
          if (digest.xor() == state.xor() && digest.count() == state.count()) {
            right.add(leaf);
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
    return part.contains(object) && right.contains(tree.tree().leaf(object.position()));
  }
}
