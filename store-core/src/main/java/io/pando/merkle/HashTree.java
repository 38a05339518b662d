package io.pando.merkle;

import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import java.util.Arrays;
import java.util.Collection;

/**
 * The hash tree of one replica of a placement group: an array of leaves over the group's range of
 * positions. Each leaf holds the exclusive or of its items' digests and their number (paper 000,
 * equation 3). Adding and removing an item takes one operation each, and removing undoes adding
 * exactly. Nodes above the leaves are computed on demand; the root is known at any time.
 *
 * <p>A leaf may be <em>unsure</em>: its contents are not known after a change of unknown items. It
 * stays unsure until it is {@linkplain #set set}, and parts that contain it have no digest.
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
   * @param range range of the group; its size is a power of two
   * @param depth levels below the root, 0 to {@value TreeDepth#MOST}; at most the binary logarithm
   *     of the size of the range
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

  /** Number of leaves. */
  public int leaves() {
    return xors.length;
  }

  /** The leaf of a position of the range. */
  public int leaf(int position) {
    Invariant.check(range.contains(position), () -> "position outside of " + range);
    // For the range of all positions the shift may be 32, which an int does not support.
    return (int) (Integer.toUnsignedLong(position - range.first()) >>> shift);
  }

  /** The positions that a part covers. */
  public PositionRange positions(Subtree part) {
    long size = range.size() >>> part.level();
    int first = range.first() + (int) (part.index() * size);
    return new PositionRange(first, first + (int) (size - 1));
  }

  /** Adds an item. */
  public void add(int position, long item) {
    change(position, item, 1);
  }

  /** Removes an item that was added. */
  public void remove(int position, long item) {
    change(position, item, -1);
  }

  /**
   * Adds and removes items of a position. If more are removed than the leaf has, the leaf becomes
   * unsure.
   *
   * @param difference exclusive or of the digests of these items
   * @param more change of the number of items; may be negative
   */
  public void change(int position, long difference, int more) {
    int leaf = leaf(position);
    int items = counts[leaf];
    if (items == UNSURE) {
      return;
    }
    if (items + more < 0) {
      markUnsure(leaf);
      return;
    }
    xors[leaf] ^= difference;
    xor ^= difference;
    counts[leaf] = items + more;
    count += more;
  }

  /** Makes a leaf unsure. */
  public void markUnsure(int leaf) {
    if (counts[leaf] != UNSURE) {
      xor ^= xors[leaf];
      count -= counts[leaf];
      xors[leaf] = 0;
      counts[leaf] = UNSURE;
      unsure++;
    }
  }

  /** Sets the digest of a leaf, which is sure afterwards. */
  public void set(int leaf, Digest digest) {
    markUnsure(leaf);
    xors[leaf] = digest.xor();
    counts[leaf] = Math.toIntExact(digest.count());
    xor ^= digest.xor();
    count += digest.count();
    unsure--;
  }

  /** The state of a leaf, for storing it. */
  public LeafState state(int leaf) {
    return new LeafState(leaf, xors[leaf], counts[leaf]);
  }

  /**
   * A copy of the leaves from {@code start} to {@code end}.
   *
   * @param end first leaf behind the range; not before {@code start}
   */
  public LeafStates states(int start, int end) {
    return new LeafStates(
        start, Arrays.copyOfRange(xors, start, end), Arrays.copyOfRange(counts, start, end));
  }

  /** Restores a leaf from its stored state. */
  public void restore(LeafState state) {
    if (state.count() == UNSURE) {
      markUnsure(state.leaf());
    } else {
      set(state.leaf(), new Digest(state.xor(), state.count()));
    }
  }

  /** Whether a leaf is sure. */
  public boolean isSure(int leaf) {
    return counts[leaf] != UNSURE;
  }

  /** Whether a leaf is sure and empty. */
  public boolean isEmpty(int leaf) {
    return counts[leaf] == 0;
  }

  /** Number of unsure leaves. */
  public int unsureLeaves() {
    return unsure;
  }

  /** Whether all leaves of a part are sure. */
  public boolean isSure(Subtree part) {
    Span span = span(part);
    for (int leaf = span.start(); unsure > 0 && leaf < span.end(); leaf++) {
      if (counts[leaf] == UNSURE) {
        return false;
      }
    }
    return true;
  }

  /** Exclusive or of the digests of all items, without unsure leaves. */
  public long xor() {
    return xor;
  }

  /** Number of items, without unsure leaves. */
  public long count() {
    return count;
  }

  /** The digest of the whole tree, without unsure leaves. */
  public Digest root() {
    return new Digest(xor, count);
  }

  /** The digest of a part, without unsure leaves. */
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
   * A range of leaves.
   *
   * @param end first leaf behind the range
   */
  public record Span(int start, int end) {}

  /** The leaves of a part. */
  public Span span(Subtree part) {
    Invariant.check(part.level() <= depth, () -> part + " of a tree of depth " + depth);
    int start = part.index() << (depth - part.level());
    return new Span(start, start + (1 << (depth - part.level())));
  }

  /** A tree of the same items with a smaller depth. */
  public HashTree flattened(int toDepth) {
    HashTree flat = new HashTree(range, toDepth);
    for (int leaf = 0; leaf < flat.leaves(); leaf++) {
      Subtree part = new Subtree(toDepth, leaf);
      if (isSure(part)) {
        flat.set(leaf, digest(part));
      } else {
        flat.markUnsure(leaf);
      }
    }
    return flat;
  }

  /**
   * The tree of a group that gets a part of this tree's range. Its depth is what remains of this
   * tree's depth.
   */
  public HashTree split(PositionRange other) {
    int levels = Long.numberOfTrailingZeros(range.size() / other.size());
    int first = levels <= depth ? leaf(other.first()) : 0;
    HashTree part = new HashTree(other, Math.max(depth - levels, 0));
    for (int leaf = 0; leaf < part.leaves(); leaf++) {
      if (levels <= depth && counts[first + leaf] != UNSURE) {
        part.set(leaf, new Digest(xors[first + leaf], counts[first + leaf]));
      } else {
        part.markUnsure(leaf);
      }
    }
    return part;
  }

  /**
   * The tree of a group that is merged from others, with the greatest depth for which all parts
   * have the digests.
   */
  public static HashTree merged(PositionRange range, Collection<HashTree> parts) {
    int bits = Long.numberOfTrailingZeros(range.size());
    int shift = Math.max(0, bits - TreeDepth.MOST);
    for (HashTree part : parts) {
      shift = Math.max(shift, part.shift);
    }
    HashTree joined = new HashTree(range, Math.max(0, bits - shift));
    parts.forEach(joined::take);
    return joined;
  }

  /** Adds the items of another tree, whose range lies in this tree's range. */
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
        markUnsure(mine);
      }
    } else if (counts[first] != UNSURE) {
      xors[first] ^= other.xors[leaf];
      xor ^= other.xors[leaf];
      counts[first] += other.counts[leaf];
      count += other.counts[leaf];
    }
  }

  /** Whether both trees have the same range and equal leaves. */
  public boolean hasSameLeaves(HashTree other) {
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
