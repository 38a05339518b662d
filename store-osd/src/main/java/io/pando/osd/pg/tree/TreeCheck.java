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
 * Compares the tree of a replica, as it would be opened, with the objects that its store has. It is
 * told of every object once; nothing may change meanwhile.
 */
public final class TreeCheck {
  private final ReplicaTree tree;
  private final HashTree found;

  /** Of a tree; no object was found yet. */
  public TreeCheck(ReplicaTree tree) {
    this.tree = tree;
    this.found = new HashTree(tree.tree().range(), tree.tree().depth());
  }

  /**
   * A leaf of which the tree tells what is not so.
   *
   * @param told by the tree
   * @param found in the store
   */
  public record Difference(int leaf, PositionRange positions, Digest told, Digest found) {
    @Override
    public String toString() {
      return "leaf %d of its tree, positions %s, tells of %s, and %s are there"
          .formatted(leaf, positions, text(told), text(found));
    }

    private static String text(Digest digest) {
      return "%d objects (digest %016x)".formatted(digest.count(), digest.xor());
    }
  }

  /** Where the group's objects lie. */
  public PositionRange range() {
    return found.range();
  }

  /** An object of the group's range is there, in that version. */
  public void onObject(ObjectId object, Version version) {
    found.add(object.position(), tree.item(object, version));
  }

  /** An object is there in a version that cannot be told, so neither can its leaf. */
  public void onUnreadable(ObjectId object) {
    found.doubt(found.leaf(object.position()));
  }

  /** Leaves of which the tree itself does not know what they hold. */
  public int unsureLeaves() {
    return tree.tree().unsureLeaves();
  }

  /** What is wrong, once all objects were told. */
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
   * Takes what was found for the tree.
   *
   * @param head newest update of the group
   * @param ops to which it adds what writes it
   */
  public void mend(Version head, List<StoreOp> ops) {
    for (int leaf = 0; leaf < found.leaves(); leaf++) {
      if (found.isSure(leaf)) {
        tree.onListed(leaf, found.digest(new Subtree(found.depth(), leaf)));
      }
    }
    tree.writeAnew(head, ops);
  }
}
