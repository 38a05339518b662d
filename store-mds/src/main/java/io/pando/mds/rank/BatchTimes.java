package io.pando.mds.rank;

import io.pando.mds.store.MetadataStore;
import java.util.OptionalLong;

/**
 * How long batches of the journal take. The store has no time: it is looked at in each step, in
 * which at most one batch ends and one begins.
 */
final class BatchTimes {
  private long begun;
  private boolean writing;
  private long sinceNanos;

  /** Looks at the store; returns how long the batch took that has ended since the last look. */
  OptionalLong look(long nowNanos, MetadataStore store) {
    boolean ended = writing && (!store.isWriting() || store.batches() > begun);
    OptionalLong took = ended ? OptionalLong.of(nowNanos - sinceNanos) : OptionalLong.empty();
    if (store.batches() > begun) {
      sinceNanos = nowNanos;
    }
    begun = store.batches();
    writing = store.isWriting();
    return took;
  }
}
