package io.pando.osd.pg.repair;

import io.pando.id.ObjectId;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.merkle.Subtree;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.probe.Probe;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sets unsure leaves of the tree by listing the objects of their positions, while updates go on.
 *
 * <pre>
 *  Resting ──a leaf is unsure──▶ Listing ──page──▶ Listing after it, while leaves there are unsure
 *     ▲                             └── the last unsure leaf is set ──┐
 *     └───────────────────────────────────────────────────────────────┘
 * </pre>
 */
public final class LeafSurvey {
  /** A listing that begins at the first position of a leaf. */
  private final class Listing implements ObjectWalk.Receiver {
    final ObjectWalk sweep;

    /** Digests of the objects found in leaves that are not set yet. */
    final NavigableMap<Integer, Digest> found = new TreeMap<>();

    /** The first leaf that is not complete. */
    int leaf;

    Listing(int leaf, ObjectId before) {
      this.leaf = leaf;
      this.sweep = new ObjectWalk(tree, replica.reads(), before, this);
    }

    @Override
    public void onItem(ObjectId object, Digest change) {
      int of = leaf(object);
      if (of >= leaf) {
        found.merge(of, change, Digest::plus);
      }
    }

    @Override
    public void onPage(@Nullable ObjectId upTo) {
      onListed(this, upTo);
    }
  }

  private final Replica replica;
  private final ReplicaTree tree;
  private @Nullable Listing listing;

  public LeafSurvey(Replica replica) {
    this.replica = replica;
    this.tree = replica.tree();
    tree.watch(
        new ReplicaTree.Watch() {
          @Override
          public void onChanged(ObjectId object, long xor, int count) {
            Listing now = listing;
            if (now != null) {
              now.sweep.onChanged(object, new Digest(xor, count));
            }
          }

          @Override
          public void onUnknown(ObjectId object) {
            Probe.reached("tree: leaves are listed again after an unknown change");
            // The pending page may show the object as it was before the change: start again.
            end();
          }

          @Override
          public void onReplaced() {
            end();
          }
        });
  }

  /** The answers to pending reads will not come: starts again. */
  public void onReadsForgotten() {
    end();
  }

  private void end() {
    if (listing != null) {
      listing.sweep.end();
      listing = null;
    }
  }

  /** Starts or continues a listing if some leaf is unsure. Also writes the tree if that is due. */
  public void onTick() {
    if (tree.isDue()) {
      replica.treeWriter().settle();
    }
    if (listing == null && !tree.hasProposals()) {
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
    if (listing != null) {
      listing.sweep.ask();
    }
  }

  private void onListed(Listing now, @Nullable ObjectId last) {
    int end = last == null ? tree.tree().leaves() : leaf(last);
    boolean set = setUpTo(now, end);
    if (last == null) {
      end();
    } else if (tree.tree().isSure(end)) {
      Probe.reached("tree: a listing of leaves skips those that are known");
      end();
      listing = next(end);
    } else {
      now.found.headMap(end).clear();
      now.leaf = end;
    }
    if (set) {
      replica.treeWriter().settle();
    }
    ask();
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
}
