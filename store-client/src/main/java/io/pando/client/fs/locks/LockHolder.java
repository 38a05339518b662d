package io.pando.client.fs.locks;

import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import java.util.Comparator;

/** An owner of this client and a file of which it has locks, or had them. */
record LockHolder(Ino ino, LockFamily family, long owner) implements Comparable<LockHolder> {
  private static final Comparator<LockHolder> ORDER =
      Comparator.comparing(LockHolder::ino)
          .thenComparing(LockHolder::family)
          .thenComparingLong(LockHolder::owner);

  static LockHolder of(Ino ino, LockClaim claim) {
    return new LockHolder(ino, claim.family(), claim.owner());
  }

  @Override
  public int compareTo(LockHolder other) {
    return ORDER.compare(this, other);
  }
}
