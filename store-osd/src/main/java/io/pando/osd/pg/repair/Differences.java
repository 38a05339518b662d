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
 * The parts of a group that a replica may have otherwise than the primary; the rest is the same on
 * both. A bit for each part of one level of the tree.
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

  /** All is the same. */
  public static Differences none(PositionRange range, int level) {
    return new Differences(range, level);
  }

  /** Nothing is known to be the same. */
  public static Differences all(PositionRange range) {
    Differences all = new Differences(range, 0);
    all.parts.set(0);
    return all;
  }

  /** On which level of the tree the parts lie. */
  public int level() {
    return level;
  }

  /** How many parts may differ. */
  public int size() {
    return parts.cardinality();
  }

  /** An object may differ. */
  public void add(ObjectId object) {
    parts.set(part(object.position()));
  }

  /** A part may differ. */
  void add(Subtree part) {
    Invariant.check(part.level() == level, () -> part + " is not on level " + level);
    parts.set(part.index());
  }

  /** What differs by others differs. */
  public void addAll(Differences others) {
    for (int it = others.parts.nextSetBit(0); it >= 0; it = others.parts.nextSetBit(it + 1)) {
      add(others.positions(it));
    }
  }

  /** All of a range may differ. */
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
   * Some parts in a row.
   *
   * @param parts their numbers on the level of the tree
   * @param end behind these parts all is the same up to here, this object included; null: to the
   *     end
   */
  public record Slice(int level, List<Integer> parts, @Nullable ObjectId end) {
    public Slice {
      parts = List.copyOf(parts);
    }

    /** Where its parts lie in the range of a group. */
    public List<PositionRange> positions(PositionRange range) {
      return Differences.positions(range, level, parts);
    }

    /** Whether an object lies in one of its parts. */
    public boolean contains(PositionRange range, ObjectId object) {
      int part = new Differences(range, level).part(object.position());
      return Collections.binarySearch(parts, part) >= 0;
    }
  }

  /**
   * The first parts that have objects behind one, or could have.
   *
   * @param most at most so many
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

  /** The first parts in a row that reach behind a position, or begin with it, as one range. */
  public Optional<PositionRange> runFrom(int position) {
    int first = parts.nextSetBit(part(position));
    if (first < 0) {
      return Optional.empty();
    }
    int last = parts.nextClearBit(first) - 1;
    return Optional.of(new PositionRange(positions(first).first(), positions(last).last()));
  }

  /** Where parts of a level lie. */
  public static List<PositionRange> positions(PositionRange range, int level, List<Integer> parts) {
    Differences of = new Differences(range, level);
    return PositionRange.joined(parts.stream().map(of::positions).toList());
  }
}
