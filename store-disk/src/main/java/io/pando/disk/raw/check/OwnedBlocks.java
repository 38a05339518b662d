package io.pando.disk.raw.check;

import io.pando.check.Invariant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which blocks of a device objects own, and how many do: a bit each, and a count where it is more.
 */
public final class OwnedBlocks {
  private final long capacity;
  private final long[] owned;
  private final TreeMap<Long, Integer> others = new TreeMap<>();
  private long count;
  private long cursor;

  OwnedBlocks(long capacity) {
    this.capacity = capacity;
    this.owned = new long[Math.toIntExact((capacity + 63) / 64)];
  }

  /** Blocks of the device. */
  public long capacity() {
    return capacity;
  }

  /** Blocks that have an owner. */
  public long count() {
    return count;
  }

  /** Whether the device has such a block. */
  boolean exists(long block) {
    return block >= 0 && block < capacity;
  }

  public boolean isOwned(long block) {
    return (owned[(int) (block >>> 6)] & (1L << block)) != 0;
  }

  /** An owner was found. */
  void add(long block) {
    Invariant.check(exists(block), () -> "block " + block + " of " + capacity);
    if (isOwned(block)) {
      others.merge(block, 1, Integer::sum);
    } else {
      owned[(int) (block >>> 6)] |= 1L << block;
      count++;
    }
  }

  /** Keeps a block from being taken, whether it has an owner or not. */
  public void reserve(long block) {
    if (exists(block) && !isOwned(block)) {
      add(block);
    }
  }

  /** How many owners blocks have beside the first, where there are such. */
  Map<Long, Integer> others() {
    return others;
  }

  /** Takes a block that nobody owns; negative if there is none. */
  long take() {
    while (cursor < capacity && isOwned(cursor)) {
      cursor++;
    }
    if (cursor == capacity) {
      return -1;
    }
    add(cursor);
    return cursor;
  }
}
