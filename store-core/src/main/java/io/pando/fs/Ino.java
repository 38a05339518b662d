package io.pando.fs;

/**
 * Number of an inode, unique in its file system and never used twice. Numbers below {@link
 * #FIRST_FREE} belong to the file system itself.
 *
 * @param value positive
 */
public record Ino(long value) implements Comparable<Ino> {
  /** The root directory. */
  public static final Ino ROOT = new Ino(1);

  /** The first number that files and directories of users may have. */
  public static final Ino FIRST_FREE = new Ino(1L << 40);

  public Ino {
    if (value <= 0) {
      throw new IllegalArgumentException("an inode number is positive: " + value);
    }
  }

  /** Parses the form of {@link #toString}. */
  public static Ino parse(String text) {
    return new Ino(Long.parseLong(text, 16));
  }

  @Override
  public int compareTo(Ino other) {
    return Long.compare(value, other.value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ino that && value == that.value;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(value);
  }

  /** The number in hexadecimal, without leading zeros. */
  @Override
  public String toString() {
    return Long.toHexString(value);
  }
}
