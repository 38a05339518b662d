package io.pando.cluster;

import io.pando.id.ObjectId;

/**
 * A part of the placement order: the objects of one placement group.
 *
 * @param first position that belongs to it, unsigned
 * @param last position that belongs to it, unsigned
 */
public record PositionRange(int first, int last) {
  /** Everything. */
  public static final PositionRange ALL = new PositionRange(0, -1);

  /** Positions in it. */
  public long size() {
    return Integer.toUnsignedLong(last - first) + 1;
  }

  /** Whether a position lies in it. */
  public boolean contains(int position) {
    return Integer.compareUnsigned(position, first) >= 0
        && Integer.compareUnsigned(position, last) <= 0;
  }

  /** Whether an object lies in it. */
  public boolean contains(ObjectId object) {
    return contains(object.position());
  }

  @Override
  public String toString() {
    return String.format("%08x-%08x", first, last);
  }
}
