package io.pando.osd.pg.repair;

import io.pando.id.ObjectId;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.osd.pg.replica.StoreReads;
import io.pando.osd.pg.tree.ReplicaTree;
import org.jspecify.annotations.Nullable;

/**
 * A tree that is made beside the one in use, of all objects, some pages at a time, while updates go
 * on. Once it is complete it goes on hearing of updates, so that it can take the other one's place
 * at any time.
 */
final class DeeperTree implements Sweep.Receiver {
  private final HashTree made;
  private final Sweep sweep;
  private boolean complete;
  private int pagesLeft;

  DeeperTree(ReplicaTree tree, StoreReads reads, int depth) {
    this.made = new HashTree(tree.tree().range(), depth);
    this.sweep = new Sweep(tree, reads, null, this);
  }

  /** So many pages may be listed from now on. */
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

  /** It is not wanted any more. */
  void end() {
    sweep.end();
  }

  /** The tree, once it is made. */
  @Nullable HashTree complete() {
    return complete ? made : null;
  }
}
