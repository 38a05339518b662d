package io.pando.cluster;

import io.pando.id.ObjectId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A part of the placement order: the objects of one placement group.
 *
 * @param first position in the range, unsigned
 * @param last position in the range, unsigned
 */
public record PositionRange(int first, int last) {
  /** The range of all positions. */
  public static final PositionRange ALL = new PositionRange(0, -1);

  /** The same positions as a minimal list of ranges, in order. */
  public static List<PositionRange> joined(Collection<PositionRange> ranges) {
    List<PositionRange> sorted = new ArrayList<>(ranges);
    sorted.sort((one, other) -> Integer.compareUnsigned(one.first, other.first));
    List<PositionRange> joined = new ArrayList<>();
    for (PositionRange next : sorted) {
      PositionRange before = joined.isEmpty() ? null : joined.getLast();
      if (before == null || isBehind(next, before)) {
        joined.add(next);
      } else if (Integer.compareUnsigned(next.last, before.last) > 0) {
        joined.set(joined.size() - 1, new PositionRange(before.first, next.last));
      }
    }
    return joined;
  }

  /** Whether there are positions between the two ranges. */
  private static boolean isBehind(PositionRange next, PositionRange before) {
    return Integer.compareUnsigned(next.first, before.last) > 0 && next.first != before.last + 1;
  }

  /** Number of positions in the range. */
  public long size() {
    return Integer.toUnsignedLong(last - first) + 1;
  }

  /** Whether the position is in the range. */
  public boolean contains(int position) {
    return Integer.compareUnsigned(position, first) >= 0
        && Integer.compareUnsigned(position, last) <= 0;
  }

  /** Whether the object's position is in the range. */
  public boolean contains(ObjectId object) {
    return contains(object.position());
  }

  @Override
  public String toString() {
    return String.format("%08x-%08x", first, last);
  }
}
