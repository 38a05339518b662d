package io.pando.osd.pg.tree;

import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import org.jspecify.annotations.Nullable;

/**
 * The roots of a tree as of the newest updates. Other members report the roots of their trees a
 * little later, for comparison. Takes 24 bytes for each update, and allocates nothing per update.
 *
 * <p>Invariant: it knows the roots of all counters from {@code first} to {@code newest}, limited to
 * the newest {@value #KEPT}; none if {@code newest} is 0.
 */
final class RecentRoots {
  /** Number of roots kept; more than the updates under way at a time. */
  static final int KEPT = 256;

  private final long[] xors = new long[KEPT];
  private final long[] counts = new long[KEPT];
  private long first;
  private long newest;

  /**
   * Records the root as of an update. If its counter does not follow the last one, all earlier
   * roots are forgotten.
   */
  void note(long counter, HashTree tree) {
    if (newest == 0 || counter != newest + 1) {
      first = counter;
    }
    newest = counter;
    int slot = slot(counter);
    xors[slot] = tree.xor();
    counts[slot] = tree.count();
  }

  /** Forgets all roots. */
  void clear() {
    first = 0;
    newest = 0;
  }

  /** The root as of an update; null if it is not known. */
  @Nullable Digest of(long counter) {
    if (newest == 0 || counter < first || counter > newest || counter <= newest - KEPT) {
      return null;
    }
    int slot = slot(counter);
    return new Digest(xors[slot], counts[slot]);
  }

  private static int slot(long counter) {
    return (int) (counter & (KEPT - 1));
  }
}
