package io.pando.fs;

import io.pando.check.Invariant;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a directory that is one object: the entries whose hashes begin with some bits. The
 * whole directory is the fragment without bits. Printed like {@code 3/2}: the bits as a hexadecimal
 * number, and how many they are (paper 003, B.1.1.1).
 *
 * <p>The natural order is that of the hashes, a fragment before those within it.
 *
 * @param prefix the bits as a number, below {@code 1 << bits}
 * @param bits how many bits, 0 to {@value #MOST_BITS}
 */
public record DirFragment(int prefix, int bits) implements Comparable<DirFragment> {
  /** Most bits of a fragment: a directory has at most two to this power. */
  public static final int MOST_BITS = 24;

  /** A whole directory. */
  public static final DirFragment WHOLE = new DirFragment(0, 0);

  public DirFragment {
    if (bits < 0 || bits > MOST_BITS || prefix < 0 || prefix >>> bits != 0) {
      throw new IllegalArgumentException("not a fragment: %x/%d".formatted(prefix, bits));
    }
  }

  /** Parses the form of {@link #toString}. */
  public static DirFragment parse(String text) {
    int slash = text.indexOf('/');
    try {
      return new DirFragment(
          Integer.parseInt(text.substring(0, Math.max(0, slash)), 16),
          Integer.parseInt(text.substring(slash + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "not a fragment (expected PREFIX/BITS such as 3/2): " + text, e);
    }
  }

  /** The smallest hash in it. */
  public long firstHash() {
    return (long) prefix << (NameHash.BITS - bits);
  }

  /** The largest hash in it. */
  public long lastHash() {
    return firstHash() + (NameHash.MOST >>> bits);
  }

  /** Whether an entry with this hash is in it. */
  public boolean contains(long hash) {
    return hash >>> (NameHash.BITS - bits) == prefix;
  }

  /** Whether all entries of another fragment are in it; also if both are the same. */
  public boolean contains(DirFragment other) {
    return other.bits >= bits && other.prefix >>> (other.bits - bits) == prefix;
  }

  /**
   * The fragments into which it splits, in order.
   *
   * @param more by how many bits they are longer: two to this power fragments
   */
  public List<DirFragment> split(int more) {
    Invariant.check(more > 0 && bits + more <= MOST_BITS, () -> this + " split by " + more);
    List<DirFragment> parts = new ArrayList<>(1 << more);
    for (int i = 0; i < 1 << more; i++) {
      parts.add(new DirFragment((prefix << more) | i, bits + more));
    }
    return parts;
  }

  /** The fragment that it was split from by one bit. It is not the whole directory. */
  public DirFragment parent() {
    Invariant.check(bits > 0, () -> "a whole directory was not split from anything");
    return new DirFragment(prefix >>> 1, bits - 1);
  }

  @Override
  public int compareTo(DirFragment other) {
    int byHash = Long.compare(firstHash(), other.firstHash());
    return byHash != 0 ? byHash : Integer.compare(bits, other.bits);
  }

  @Override
  public String toString() {
    return Integer.toHexString(prefix) + "/" + bits;
  }
}
