package io.pando.mds.locks;

import io.pando.fs.lock.LockFamily;
import java.util.Comparator;

/** An owner of locks, by its number among those of its session and family. */
record LockOwner(long session, LockFamily family, long number) implements Comparable<LockOwner> {
  private static final Comparator<LockOwner> ORDER =
      Comparator.comparingLong(LockOwner::session)
          .thenComparing(LockOwner::family)
          .thenComparingLong(LockOwner::number);

  @Override
  public int compareTo(LockOwner other) {
    return ORDER.compare(this, other);
  }
}
