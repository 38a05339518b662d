package io.pando.osd.pg.replica;

import io.pando.id.ObjectId;
import io.pando.merkle.HashTree;
import io.pando.probe.Probe;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;

/** Writes changes of a replica's hash tree that do not come with an update. */
public final class TreeWriter {
  private final Replica replica;

  TreeWriter(Replica replica) {
    this.replica = replica;
  }

  /** Removes objects that should not be here; the log has no entry for these removals. */
  public void removeExtra(List<ObjectId> objects, Awaiting then) {
    List<StoreOp> ops = new ArrayList<>();
    for (ObjectId object : objects) {
      ops.add(new StoreOp.Remove(replica.collection(), object));
      replica.tree().onUnknown(object);
    }
    replica.tree().settleAll(replica.log().head(), ops);
    replica.journal().persist(ops, then);
  }

  /** Writes the changes of the tree that are not written yet, if any. */
  public void settle() {
    if (replica.tree().isBehind()) {
      Probe.reached("tree: is written behind");
      List<StoreOp> ops = new ArrayList<>();
      replica.tree().settleAll(replica.log().head(), ops);
      replica.journal().persist(ops);
    }
  }

  /** Replaces the tree by another one of the same objects. */
  public void replace(HashTree next) {
    List<StoreOp> ops = new ArrayList<>();
    replica.tree().replace(next, replica.log().head(), ops);
    replica.journal().persist(ops);
  }
}
