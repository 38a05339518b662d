package io.pando.disk.raw.pipeline.apply;

import io.pando.disk.serve.BatchLimits;

/**
 * How long applied updates wait for more before they are written and committed together. A query
 * needs the updates before it applied, not committed: where reads and writes alternate, a commit
 * for each query would take more time than all else.
 */
final class CommitDelay {
  /** Times that a batch may wait, so that a trickle of updates among many queries is committed. */
  private static final int MOST_WAITS = 64;

  private final BatchLimits limits;
  private int updates;
  private long bytes;
  private int waits;

  CommitDelay(BatchLimits limits) {
    this.limits = limits;
  }

  /** Updates were applied that belong to the next commit. */
  void onApplied(StoreItem.Batch batch) {
    updates += batch.updates().size();
    bytes += batch.weightBytes();
  }

  /** The applied updates wait. */
  void onWaiting() {
    waits++;
  }

  /** The applied updates are being committed, or were dropped. */
  void onCommit() {
    updates = 0;
    bytes = 0;
    waits = 0;
  }

  /** Whether the applied updates must be committed before anything else. */
  boolean isOver() {
    return updates >= limits.ops() || bytes >= limits.bytes() || waits >= MOST_WAITS;
  }
}
