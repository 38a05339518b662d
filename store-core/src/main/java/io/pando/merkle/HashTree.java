package io.pando.merkle;

import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import java.util.Arrays;
import java.util.Collection;

/**
 * The tree of one replica of a placement group: an array of leaves over the group's range of
 * positions, each the exclusive or of its items' digests and their number (paper 000, equation 3).
 * An item comes and goes by one operation each, and coming and going again leaves nothing behind.
 * What lies above the leaves is derived when it is asked for; the whole is known at any time.
 *
 * <p>A leaf may be <em>unsure</em>: something happened to it of which the items are not known. It
 * stays so until it is {@linkplain #set set}, and what contains it has no digest.
 *
 * <p>It takes 12 bytes a leaf. Used by one thread.
 */
public final class HashTree {
  private static final int UNSURE = LeafState.UNSURE;

  private final PositionRange range;
  private final int depth;
  private final int shift;
  private final long[] xors;
  private final int[] counts;
  private long xor;
  private long count;
  private int unsure;

  /**
   * An empty tree.
   *
   * @param range of the group; as many positions as a power of two
   * @param depth 0 to {@value TreeDepth#MOST}, at most as many as halve the range into positions
   */
  public HashTree(PositionRange range, int depth) {
    int bits = Long.numberOfTrailingZeros(range.size());
    Invariant.check(1L << bits == range.size(), () -> range + " cannot be halved");
    Invariant.check(
        depth >= 0 && depth <= Math.min(bits, TreeDepth.MOST),
        () -> "depth " + depth + " of " + range);
    this.range = range;
    this.depth = depth;
    this.shift = bits - depth;
    this.xors = new long[1 << depth];
    this.counts = new int[1 << depth];
  }

  public PositionRange range() {
    return range;
  }

  /** Levels below the root. */
  public int depth() {
    return depth;
  }

  /** How many leaves it has. */
  public int leaves() {
    return xors.length;
  }

  /** The leaf of a position of the range. */
  public int leaf(int position) {
    Invariant.check(range.contains(position), () -> "position outside of " + range);
    // A range of all positions has 32 bits, which an int cannot be shifted by.
    return (int) (Integer.toUnsignedLong(position - range.first()) >>> shift);
  }

  /** Where the objects of a part lie. */
  public PositionRange positions(Subtree part) {
    long size = range.size() >>> part.level();
    int first = range.first() + (int) (part.index() * size);
    return new PositionRange(first, first + (int) (size - 1));
  }

  /** An item is here now. */
  public void add(int position, long item) {
    change(position, item, 1);
  }

  /** An item that was here is here no more. */
  public void remove(int position, long item) {
    change(position, item, -1);
  }

  /**
   * Items of a position came and went. If more went than were there, nobody knows what is there.
   *
   * @param difference exclusive or of their digests
   * @param more how many more there are; negative if there are fewer
   */
  public void change(int position, long difference, int more) {
    int leaf = leaf(position);
    int items = counts[leaf];
    if (items == UNSURE) {
      return;
    }
    if (items + more < 0) {
      doubt(leaf);
      return;
    }
    xors[leaf] ^= difference;
    xor ^= difference;
    counts[leaf] = items + more;
    count += more;
  }

  /** What a leaf holds is not known from now on. */
  public void doubt(int leaf) {
    if (counts[leaf] != UNSURE) {
      xor ^= xors[leaf];
      count -= counts[leaf];
      xors[leaf] = 0;
      counts[leaf] = UNSURE;
      unsure++;
    }
  }

  /** What a leaf holds was found out. */
  public void set(int leaf, Digest digest) {
    doubt(leaf);
    xors[leaf] = digest.xor();
    counts[leaf] = Math.toIntExact(digest.count());
    xor ^= digest.xor();
    count += digest.count();
    unsure--;
  }

  /** A leaf, to be stored. */
  public LeafState state(int leaf) {
    return new LeafState(leaf, xors[leaf], counts[leaf]);
  }

  /**
   * The leaves from one to another, as they are now.
   *
   * @param end the first that does not belong to them; not before {@code start}
   */
  public LeafStates states(int start, int end) {
    return new LeafStates(
        start, Arrays.copyOfRange(xors, start, end), Arrays.copyOfRange(counts, start, end));
  }

  /** A leaf as it was stored. */
  public void restore(LeafState state) {
    if (state.count() == UNSURE) {
      doubt(state.leaf());
    } else {
      set(state.leaf(), new Digest(state.xor(), state.count()));
    }
  }

  /** Whether it is known what a leaf holds. */
  public boolean isSure(int leaf) {
    return counts[leaf] != UNSURE;
  }

  /** Whether it is known that a leaf holds nothing. */
  public boolean isEmpty(int leaf) {
    return counts[leaf] == 0;
  }

  /** Leaves of which it is not known what they hold. */
  public int unsureLeaves() {
    return unsure;
  }

  /** Whether it is known what a part holds. */
  public boolean isSure(Subtree part) {
    Span span = span(part);
    for (int leaf = span.start(); unsure > 0 && leaf < span.end(); leaf++) {
      if (counts[leaf] == UNSURE) {
        return false;
      }
    }
    return true;
  }

  /** Of the digests of all items, but for leaves that are unsure. */
  public long xor() {
    return xor;
  }

  /** Items, but for leaves that are unsure. */
  public long count() {
    return count;
  }

  /** What the whole holds, but for leaves that are unsure. */
  public Digest root() {
    return new Digest(xor, count);
  }

  /** What a part holds, but for leaves that are unsure. */
  public Digest digest(Subtree part) {
    long partXor = 0;
    long partCount = 0;
    Span span = span(part);
    for (int leaf = span.start(); leaf < span.end(); leaf++) {
      partXor ^= xors[leaf];
      partCount += Math.max(counts[leaf], 0);
    }
    return new Digest(partXor, partCount);
  }

  /**
   * Leaves in a row.
   *
   * @param end the first that does not belong to them
   */
  public record Span(int start, int end) {}

  /** The leaves of a part. */
  public Span span(Subtree part) {
    Invariant.check(part.level() <= depth, () -> part + " of a tree of depth " + depth);
    int start = part.index() << (depth - part.level());
    return new Span(start, start + (1 << (depth - part.level())));
  }

  /** A flatter tree of the same items. */
  public HashTree flattened(int toDepth) {
    HashTree flat = new HashTree(range, toDepth);
    for (int leaf = 0; leaf < flat.leaves(); leaf++) {
      Subtree part = new Subtree(toDepth, leaf);
      if (isSure(part)) {
        flat.set(leaf, digest(part));
      } else {
        flat.doubt(leaf);
      }
    }
    return flat;
  }

  /** The tree of a group that gets a part of this one's range, as deep as is left of it. */
  public HashTree part(PositionRange other) {
    int levels = Long.numberOfTrailingZeros(range.size() / other.size());
    int first = levels <= depth ? leaf(other.first()) : 0;
    HashTree part = new HashTree(other, Math.max(depth - levels, 0));
    for (int leaf = 0; leaf < part.leaves(); leaf++) {
      if (levels <= depth && counts[first + leaf] != UNSURE) {
        part.set(leaf, new Digest(xors[first + leaf], counts[first + leaf]));
      } else {
        part.doubt(leaf);
      }
    }
    return part;
  }

  /** The tree of a group that is made of others, as deep as all of them tell. */
  public static HashTree joined(PositionRange range, Collection<HashTree> parts) {
    int bits = Long.numberOfTrailingZeros(range.size());
    int shift = Math.max(0, bits - TreeDepth.MOST);
    for (HashTree part : parts) {
      shift = Math.max(shift, part.shift);
    }
    HashTree joined = new HashTree(range, Math.max(0, bits - shift));
    parts.forEach(joined::take);
    return joined;
  }

  /** Takes what another tree holds of this one's range. */
  void take(HashTree other) {
    for (int leaf = 0; leaf < other.leaves(); leaf++) {
      takeLeaf(other, leaf);
    }
  }

  private void takeLeaf(HashTree other, int leaf) {
    PositionRange positions = other.positions(new Subtree(other.depth, leaf));
    int first = leaf(positions.first());
    int last = leaf(positions.last());
    Invariant.check(
        first == last || other.shift >= shift, () -> "leaves of " + other.range + " do not fit");
    if (!other.isSure(leaf) || first != last) {
      for (int mine = first; mine <= last; mine++) {
        doubt(mine);
      }
    } else if (counts[first] != UNSURE) {
      xors[first] ^= other.xors[leaf];
      xor ^= other.xors[leaf];
      counts[first] += other.counts[leaf];
      count += other.counts[leaf];
    }
  }

  /** Whether both say the same of every leaf. */
  public boolean isSame(HashTree other) {
    return range.equals(other.range)
        && Arrays.equals(xors, other.xors)
        && Arrays.equals(counts, other.counts);
  }

  @Override
  public String toString() {
    return "HashTree[%s, depth=%d, xor=%016x, count=%d, unsure=%d]"
        .formatted(range, depth, xor, count, unsure);
  }
}
