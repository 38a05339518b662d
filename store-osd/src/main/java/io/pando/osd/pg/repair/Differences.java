package io.pando.osd.pg.repair;

import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.merkle.Subtree;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a group that may differ between a replica and the primary; all other parts are
 * equal. One bit for each part of one level of the tree.
 */
public final class Differences {
  private final PositionRange range;
  private final int level;
  private final int shift;
  private final BitSet parts = new BitSet();

  private Differences(PositionRange range, int level) {
    int bits = Long.numberOfTrailingZeros(range.size());
    Invariant.check(level >= 0 && level <= bits, () -> "level " + level + " of " + range);
    this.range = range;
    this.level = level;
    this.shift = bits - level;
  }

  /** A set in which no part differs. */
  public static Differences none(PositionRange range, int level) {
    return new Differences(range, level);
  }

  /** A set in which the whole range may differ. */
  public static Differences all(PositionRange range) {
    Differences all = new Differences(range, 0);
    all.parts.set(0);
    return all;
  }

  /** Level of the tree on which the parts lie. */
  public int level() {
    return level;
  }

  /** Number of parts that may differ. */
  public int size() {
    return parts.cardinality();
  }

  public void add(ObjectId object) {
    parts.set(part(object.position()));
  }

  void add(Subtree part) {
    Invariant.check(part.level() == level, () -> part + " is not on level " + level);
    parts.set(part.index());
  }

  public void addAll(Differences others) {
    for (int it = others.parts.nextSetBit(0); it >= 0; it = others.parts.nextSetBit(it + 1)) {
      add(others.positions(it));
    }
  }

  /** Adds all parts of a range of positions. */
  void add(PositionRange positions) {
    parts.set(part(positions.first()), part(positions.last()) + 1);
  }

  private int part(int position) {
    Invariant.check(range.contains(position), () -> "position outside of " + range);
    return (int) (Integer.toUnsignedLong(position - range.first()) >>> shift);
  }

  private PositionRange positions(int part) {
    int first = range.first() + (int) ((long) part << shift);
    return new PositionRange(first, first + (int) ((1L << shift) - 1));
  }

  /**
   * Some parts, in order.
   *
   * @param parts numbers of the parts on the level of the tree
   * @param end everything after these parts is equal up to and including this object; null: up to
   *     the end of the group
   */
  public record Slice(int level, List<Integer> parts, @Nullable ObjectId end) {
    public Slice {
      parts = List.copyOf(parts);
    }

    /** Positions of the slice's parts in the range of a group. */
    public List<PositionRange> positions(PositionRange range) {
      return Differences.positions(range, level, parts);
    }

    /** Whether an object lies in one of these parts. */
    public boolean contains(PositionRange range, ObjectId object) {
      int part = new Differences(range, level).part(object.position());
      return Collections.binarySearch(parts, part) >= 0;
    }
  }

  /**
   * The first parts that may have objects after the given one.
   *
   * @param most largest number of parts to return
   */
  public Slice next(ObjectId after, int most) {
    boolean within = range.contains(after);
    List<Integer> next = new ArrayList<>();
    int part = parts.nextSetBit(within ? part(after.position()) : 0);
    while (part >= 0 && next.size() < most) {
      next.add(part);
      part = parts.nextSetBit(part + 1);
    }
    return new Slice(level, next, part < 0 ? null : ObjectId.before(positions(part).first()));
  }

  /**
   * The first run of adjacent parts at or after a position, as one range. The part that contains
   * the position counts.
   */
  public Optional<PositionRange> runFrom(int position) {
    int first = parts.nextSetBit(part(position));
    if (first < 0) {
      return Optional.empty();
    }
    int last = parts.nextClearBit(first) - 1;
    return Optional.of(new PositionRange(positions(first).first(), positions(last).last()));
  }

  /** Positions of some parts of a level. */
  public static List<PositionRange> positions(PositionRange range, int level, List<Integer> parts) {
    Differences of = new Differences(range, level);
    return PositionRange.joined(parts.stream().map(of::positions).toList());
  }
}
