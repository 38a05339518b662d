package io.pando.osd.pg.tree;

import io.pando.merkle.Digest;
import io.pando.merkle.HashTree;
import org.jspecify.annotations.Nullable;

/**
 * What the root of a tree was as of the newest updates, one after the other: others tell of theirs
 * a little later. Takes 24 bytes an update, and makes nothing for one.
 *
 * <p>Invariant: it knows the roots of all counters from {@code first} to {@code newest}, as far as
 * there is room; of none if {@code newest} is 0.
 */
final class RecentRoots {
  /** More than are under way at a time. */
  static final int KEPT = 256;

  private final long[] xors = new long[KEPT];
  private final long[] counts = new long[KEPT];
  private long first;
  private long newest;

  /** The root as of an update; one that does not follow on the last makes all before forgotten. */
  void note(long counter, HashTree tree) {
    if (newest == 0 || counter != newest + 1) {
      first = counter;
    }
    newest = counter;
    int slot = slot(counter);
    xors[slot] = tree.xor();
    counts[slot] = tree.count();
  }

  /** What was known holds no more. */
  void clear() {
    first = 0;
    newest = 0;
  }

  /** The root as of an update; null if it is not known, or not any more. */
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
