package io.pando.mds.locks;

import io.pando.fs.Ino;
import io.pando.fs.lock.LockFamily;
import java.util.Comparator;

/** A file, as the locks of one family see it. */
record LockPlace(Ino ino, LockFamily family) implements Comparable<LockPlace> {
  private static final Comparator<LockPlace> ORDER =
      Comparator.comparing(LockPlace::ino).thenComparing(LockPlace::family);

  @Override
  public int compareTo(LockPlace other) {
    return ORDER.compare(this, other);
  }
}
