package io.pando.erasure;

import io.pando.erasure.code.CodeParameters;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * An immutable set of positions of fragments.
 *
 * @param bits bit {@code p} is set if position {@code p} is in the set
 */
public record Positions(int bits) {
  /** Most positions of a code. */
  public static final int MOST = CodeParameters.MOST_POSITIONS;

  /** The empty set. */
  public static final Positions NONE = new Positions(0);

  /** These positions. */
  public static Positions of(int... positions) {
    int bits = 0;
    for (int position : positions) {
      bits |= bit(position);
    }
    return new Positions(bits);
  }

  /** The positions from 0 to {@code count - 1}. */
  public static Positions first(int count) {
    return new Positions(count == MOST ? -1 : bit(count) - 1);
  }

  private static int bit(int position) {
    if (position < 0 || position >= MOST) {
      throw new IllegalArgumentException(
          "position " + position + " is out of bounds: 0 to " + (MOST - 1));
    }
    return 1 << position;
  }

  /** Whether the set contains a position. */
  public boolean contains(int position) {
    return (bits & bit(position)) != 0;
  }

  /** Whether the set contains all of these. */
  public boolean containsAll(Positions others) {
    return (others.bits & ~bits) == 0;
  }

  /** Whether the set is empty. */
  public boolean isEmpty() {
    return bits == 0;
  }

  /** Number of positions. */
  public int size() {
    return Integer.bitCount(bits);
  }

  /** This set and a position. */
  public Positions with(int position) {
    return new Positions(bits | bit(position));
  }

  /** This set without a position. */
  public Positions without(int position) {
    return new Positions(bits & ~bit(position));
  }

  /** The positions in this set or the other. */
  public Positions union(Positions other) {
    return new Positions(bits | other.bits);
  }

  /** The positions in both sets. */
  public Positions intersection(Positions other) {
    return new Positions(bits & other.bits);
  }

  /** The positions in this set and not in the other. */
  public Positions minus(Positions other) {
    return new Positions(bits & ~other.bits);
  }

  /** Number of positions in this set that are lower than a given one. */
  public int indexOf(int position) {
    return Integer.bitCount(bits & (bit(position) - 1));
  }

  /** Calls for each position, in ascending order. */
  public void forEach(IntConsumer consumer) {
    for (int left = bits; left != 0; left &= left - 1) {
      consumer.accept(Integer.numberOfTrailingZeros(left));
    }
  }

  /** The positions in ascending order. */
  public IntStream stream() {
    return IntStream.range(0, MOST).filter(this::contains);
  }

  /** The positions in ascending order. */
  public List<Integer> toList() {
    return stream().boxed().toList();
  }

  @Override
  public String toString() {
    return toList().toString();
  }
}
