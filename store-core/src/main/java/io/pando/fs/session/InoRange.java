package io.pando.fs.session;

import io.pando.fs.Ino;

/**
 * Consecutive inode numbers.
 *
 * @param first the first number
 * @param count how many, at least 1
 */
public record InoRange(Ino first, int count) {
  public InoRange {
    if (count < 1 || first.value() > Long.MAX_VALUE - count) {
      throw new IllegalArgumentException(
          "not a range of inode numbers: %d from %s".formatted(count, first));
    }
  }

  /** The first number behind the range, as {@link Ino#value}. */
  public long end() {
    return first.value() + count;
  }

  public boolean contains(Ino ino) {
    return ino.value() >= first.value() && ino.value() < end();
  }
}
