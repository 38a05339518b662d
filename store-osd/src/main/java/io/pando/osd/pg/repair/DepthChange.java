package io.pando.osd.pg.repair;

import io.pando.id.ObjectId;
import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.probe.Limit;
import org.jspecify.annotations.Nullable;

/**
 * Changes the tree of a replica to the depth that fits its number of objects, while updates go on.
 * Each member does so by itself: trees of different depths are compared at the lesser depth.
 *
 * <p>A flatter tree is derived from the one in use. A deeper one is built beside it by listing all
 * objects slowly, and replaces it in one transaction. After a crash the build starts from scratch.
 *
 * <pre>
 *  Resting ──too deep──▶ replaced
 *  Resting ──too flat──▶ Building the next one ─complete──▶ replaced
 *                              └── an unknown change ──▶ Resting
 * </pre>
 */
public final class DepthChange {
  /**
   * Pages of 512 objects to list in one tick, that is in half a second: about a hundredth of a
   * core, and nearly as many objects as clients create in one group.
   */
  private static final Limit PAGES =
      Limit.of("tree depth: pages of the new tree in one step", 1, 4);

  private final Replica replica;
  private final ReplicaTree tree;
  private @Nullable DeeperTree next;

  public DepthChange(Replica replica) {
    this.replica = replica;
    this.tree = replica.tree();
    tree.watch(
        new ReplicaTree.Watch() {
          @Override
          public void onChanged(ObjectId object, long xor, int count) {
            if (next != null) {
              next.onChanged(object, new Digest(xor, count));
            }
          }

          @Override
          public void onUnknown(ObjectId object) {
            abandon();
          }

          @Override
          public void onReplaced() {
            abandon();
          }
        });
  }

  private void abandon() {
    if (next != null) {
      next.end();
      next = null;
    }
  }

  /** The answers to pending reads will not come: they are asked for again. */
  public void onReadsForgotten() {
    if (next != null) {
      next.onReadsForgotten();
    }
  }

  /** Starts or continues a change of depth, if the replica is whole and its depth does not fit. */
  public void onTick() {
    if (!isAtRest()) {
      return;
    }
    HashTree now = tree.tree();
    int wanted = tree.depthWanted(replica.config().treeDepth());
    HashTree made = next == null ? null : next.complete();
    if (made != null) {
      replace(now, made);
    } else if (wanted < now.depth()) {
      replica.treeWriter().replace(now.flattened(wanted));
    } else if (wanted > now.depth()) {
      if (next == null) {
        next = new DeeperTree(tree, replica.reads(), wanted);
      }
      next.goOn(PAGES.value());
    } else {
      abandon();
    }
  }

  private boolean isAtRest() {
    return replica.isWhole()
        && replica.missing().isEmpty()
        && tree.tree().unsureLeaves() == 0
        && !tree.hasProposals();
  }

  private void replace(HashTree before, HashTree made) {
    if (!made.flattened(before.depth()).hasSameLeaves(before)) {
      replica.report(
          "the hash tree had %s, the store has %s: tree replaced".formatted(before, made));
    }
    replica.treeWriter().replace(made);
  }
}
