package io.pando.osd.pg.repair;

import io.pando.id.ObjectId;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.osd.pg.replica.StoreReads;
import io.pando.osd.pg.tree.ReplicaTree;
import org.jspecify.annotations.Nullable;

/**
 * A tree built beside the one in use, from a listing of all objects, a few pages at a time, while
 * updates go on. Once complete, it keeps following updates, so that it can replace the other tree
 * at any time.
 */
final class DeeperTree implements ObjectWalk.Receiver {
  private final HashTree made;
  private final ObjectWalk sweep;
  private boolean complete;
  private int pagesLeft;

  DeeperTree(ReplicaTree tree, StoreReads reads, int depth) {
    this.made = new HashTree(tree.tree().range(), depth);
    this.sweep = new ObjectWalk(tree, reads, null, this);
  }

  /** Allows this number of further pages to be listed. */
  void goOn(int pages) {
    pagesLeft = pages;
    ask();
  }

  private void ask() {
    if (pagesLeft > 0) {
      sweep.ask();
    }
  }

  void onReadsForgotten() {
    sweep.onReadsForgotten();
  }

  void onChanged(ObjectId object, Digest change) {
    sweep.onChanged(object, change);
  }

  @Override
  public void onItem(ObjectId object, Digest change) {
    made.change(object.position(), change.xor(), Math.toIntExact(change.count()));
  }

  @Override
  public void onPage(@Nullable ObjectId upTo) {
    complete = upTo == null;
    pagesLeft--;
    ask();
  }

  /** Abandons the tree. */
  void end() {
    sweep.end();
  }

  /** The tree if it is complete, null otherwise. */
  @Nullable HashTree complete() {
    return complete ? made : null;
  }
}
