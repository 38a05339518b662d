package io.pando.osd.pg.repair;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.merkle.Subtree;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.osd.pg.tree.ReplicaTree;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what leaves hold of which that is not known, by listing the objects of their positions,
 * page by page, while updates go on: a listing tells of everything that was submitted before it was
 * asked for, so a change counts by itself if it came after that.
 *
 * <pre>
 *  Resting ──a leaf is unsure──▶ Listing ──page──▶ Listing, behind it, while leaves there are unsure
 *     ▲                             └── the last unsure leaf is set ──┐
 *     └───────────────────────────────────────────────────────────────┘
 * </pre>
 */
public final class LeafSurvey {
  private static final int PAGE = 512;

  /** From the first position of a leaf on. */
  private static final class Listing {
    /** Listed, or changed behind that, of leaves that are not set yet. */
    final NavigableMap<Integer, Digest> found = new TreeMap<>();

    /** By objects that the page under way may tell of as they were before. */
    final NavigableMap<ObjectId, Digest> changed = new TreeMap<>();

    /** The first leaf that is not complete. */
    int leaf;

    /** All objects up to this one were listed. */
    ObjectId done;

    Listing(int leaf, ObjectId before) {
      this.leaf = leaf;
      this.done = before;
    }

    void add(int toLeaf, Digest digest) {
      found.merge(toLeaf, digest, Digest::plus);
    }
  }

  private final Replica replica;
  private final ReplicaTree tree;
  private @Nullable Listing listing;
  private boolean asked;

  /** Nothing to find out yet. */
  public LeafSurvey(Replica replica) {
    this.replica = replica;
    this.tree = replica.tree();
    tree.watch(
        new ReplicaTree.Watch() {
          @Override
          public void onChanged(ObjectId object, long xor, int count) {
            LeafSurvey.this.onChanged(object, new Digest(xor, count));
          }

          @Override
          public void onUnknown(ObjectId object) {
            // What was asked for may tell of it as it was before: begin anew.
            listing = null;
          }
        });
  }

  /** A new interval: what was asked is not answered. */
  public void reset() {
    listing = null;
    asked = false;
  }

  /** Goes on, or begins, if there is something to find out. */
  public void onTick() {
    if (tree.isDue()) {
      replica.settleTree();
    }
    if (asked || tree.hasProposals()) {
      // What may be refused yet is not to be listed.
      return;
    }
    if (listing == null) {
      listing = next(0);
    }
    ask();
  }

  private @Nullable Listing next(int from) {
    HashTree leaves = tree.tree();
    if (leaves.unsureLeaves() == 0) {
      return null;
    }
    for (int leaf = from; leaf < leaves.leaves(); leaf++) {
      if (!leaves.isSure(leaf)) {
        int first = leaves.positions(new Subtree(leaves.depth(), leaf)).first();
        return new Listing(leaf, ObjectId.before(first));
      }
    }
    return null;
  }

  private void ask() {
    Listing now = listing;
    if (now != null) {
      asked = true;
      now.changed.clear();
      replica.reads().versions(now.done, PAGE, page -> onListed(now, page));
    }
  }

  private void onChanged(ObjectId object, Digest change) {
    Listing now = listing;
    if (now == null) {
      return;
    }
    if (object.compareTo(now.done) > 0) {
      now.changed.merge(object, change, Digest::plus);
    } else {
      int leaf = tree.tree().leaf(object.position());
      if (leaf >= now.leaf) {
        now.add(leaf, change);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private void onListed(Listing now, VersionListing page) {
    asked = false;
    if (now != listing) {
      return;
    }
    page.versions().forEach((object, version) -> now.add(leaf(object), item(object, version)));
    ObjectId last = page.more() ? page.versions().lastKey() : null;
    for (Map.Entry<ObjectId, Digest> change : now.changed.entrySet()) {
      if (last == null || change.getKey().compareTo(last) <= 0) {
        now.add(leaf(change.getKey()), change.getValue());
      }
    }
    int end = last == null ? tree.tree().leaves() : leaf(last);
    boolean set = setUpTo(now, end);
    if (last == null) {
      listing = null;
    } else if (tree.tree().isSure(end)) {
      listing = next(end);
    } else {
      now.found.headMap(end).clear();
      now.leaf = end;
      now.done = last;
    }
    if (set) {
      replica.settleTree();
    }
    if (!tree.hasProposals()) {
      ask();
    }
  }

  private boolean setUpTo(Listing now, int end) {
    boolean set = false;
    for (int leaf = now.leaf; leaf < end; leaf++) {
      if (!tree.tree().isSure(leaf)) {
        tree.onListed(leaf, now.found.getOrDefault(leaf, Digest.EMPTY));
        set = true;
      }
    }
    return set;
  }

  private int leaf(ObjectId object) {
    return tree.tree().leaf(object.position());
  }

  private Digest item(ObjectId object, Version version) {
    return new Digest(tree.item(object, version), 1);
  }
}
