package io.pando.osd.pg.tree;

import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.merkle.Subtree;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the tree of a replica, as opened from the store, with the objects in the store. The
 * caller reports every object once; nothing may change meanwhile.
 */
public final class TreeCheck {
  private final ReplicaTree tree;
  private final HashTree found;

  /** Creates a check of a tree, with no object reported yet. */
  public TreeCheck(ReplicaTree tree) {
    this.tree = tree;
    this.found = new HashTree(tree.tree().range(), tree.tree().depth());
  }

  /**
   * A leaf that differs between tree and store.
   *
   * @param told the leaf's digest by the tree
   * @param found digest of the objects in the store
   */
  public record Difference(int leaf, PositionRange positions, Digest told, Digest found) {
    @Override
    public String toString() {
      return "leaf %d of its tree, positions %s: the tree has %s, the store has %s"
          .formatted(leaf, positions, text(told), text(found));
    }

    private static String text(Digest digest) {
      return "%d objects (digest %016x)".formatted(digest.count(), digest.xor());
    }
  }

  /** Range of positions of the group's objects. */
  public PositionRange range() {
    return found.range();
  }

  /** Reports an object of the group's range in the store, with its version. */
  public void onObject(ObjectId object, Version version) {
    found.add(object.position(), tree.item(object, version));
  }

  /** Reports an object whose version cannot be read; its leaf is not compared. */
  public void onUnreadable(ObjectId object) {
    found.markUnsure(found.leaf(object.position()));
  }

  /** Number of leaves that are unsure in the tree itself. */
  public int unsureLeaves() {
    return tree.tree().unsureLeaves();
  }

  /** The differing leaves; called after every object was reported. */
  public List<Difference> differences() {
    HashTree held = tree.tree();
    List<Difference> differences = new ArrayList<>();
    for (int leaf = 0; leaf < held.leaves(); leaf++) {
      Subtree part = new Subtree(held.depth(), leaf);
      Digest told = held.digest(part);
      Digest there = found.digest(part);
      if (held.isSure(leaf) && found.isSure(leaf) && !told.equals(there)) {
        differences.add(new Difference(leaf, held.positions(part), told, there));
      }
    }
    return differences;
  }

  /**
   * Sets the tree's leaves to the contents found in the store.
   *
   * @param head version of the newest update of the group
   * @param ops receives the operations that write the tree
   */
  public void mend(Version head, List<StoreOp> ops) {
    for (int leaf = 0; leaf < found.leaves(); leaf++) {
      if (found.isSure(leaf)) {
        tree.onListed(leaf, found.digest(new Subtree(found.depth(), leaf)));
      }
    }
    tree.writeAll(head, ops);
  }
}
