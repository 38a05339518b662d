package io.pando.sim.run;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.merkle.Subtree;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.List;

/** Whether the hash tree that a store holds of a group says what the store holds of its objects. */
final class TreeAudit {
  private TreeAudit() {}

  /** What is not so. */
  static List<String> differences(Copy copy, long key) {
    ReplicaTree stored =
        new ReplicaTree(
            CollectionId.of(copy.group().info().group()),
            copy.group().tree(),
            copy.group().entries(),
            key);
    HashTree tree = stored.tree();
    HashTree made = new HashTree(tree.range(), tree.depth());
    for (ObjectId object : copy.objects().keySet()) {
      if (copy.isDamaged(object)) {
        // Its version cannot be told by somebody who reads all of it.
        made.doubt(made.leaf(object.position()));
      } else {
        Version version = copy.version(object);
        made.add(object.position(), stored.item(object, version));
      }
    }
    List<String> differences = new ArrayList<>();
    for (int leaf = 0; leaf < tree.leaves(); leaf++) {
      Subtree part = new Subtree(tree.depth(), leaf);
      Digest here = tree.digest(part);
      if (tree.isSure(leaf) && made.isSure(leaf) && !here.equals(made.digest(part))) {
        differences.add(
            "has leaf %d of its tree as %s, and %s would be right"
                .formatted(leaf, here, made.digest(part)));
      }
    }
    return differences;
  }
}
