package io.pando.disk.raw.volume;

import io.pando.check.Invariant;
import java.util.ArrayList;
import java.util.List;

/**
 * Which blocks of the data file are free: one bit each, in memory only, rebuilt from the objects
 * whenever a store is opened, so that no crash can leak a block.
 *
 * <p>A block is free, used, or <em>released</em>: given up by a transaction that is not durable
 * yet. Released blocks still hold what a crash would bring back; {@link #recycle} frees them.
 * Blocks are handed out upwards from where the last search ended, so that what is written together
 * lies together, and only below a limit that rises when it must: a sparse file stays short.
 *
 * <p>Invariants: bits set = used + released = {@code usedBlocks}; none at or above the limit.
 */
final class FreeSpace {
  /** Blocks in a row, {@code first} to {@code first + count - 1}. */
  record Run(long first, int count) {}

  private final long capacity;
  private final long[] used;
  private final List<Run> released = new ArrayList<>();
  private long usedBlocks;
  private long releasedBlocks;
  private long limit;
  private long cursor;

  FreeSpace(long capacity) {
    this.capacity = capacity;
    this.used = new long[Math.toIntExact((capacity + 63) / 64)];
  }

  long capacity() {
    return capacity;
  }

  /** Blocks that can be had now. */
  long available() {
    return capacity - usedBlocks;
  }

  /** Blocks that can be had without raising the limit. */
  long availableBelowLimit() {
    return limit - usedBlocks;
  }

  /** Blocks that are neither free nor on the way to be. */
  long occupied() {
    return usedBlocks - releasedBlocks;
  }

  boolean hasReleased() {
    return releasedBlocks > 0;
  }

  long limit() {
    return limit;
  }

  void raiseLimit(long blocks) {
    Invariant.check(blocks >= limit && blocks <= capacity, () -> "limit " + blocks);
    limit = blocks;
  }

  /** Whether a block is used or released. */
  boolean isUsed(long block) {
    return (used[(int) (block >>> 6)] & (1L << block)) != 0;
  }

  /** Marks a block as used while the store is opened; false if it was, or is out of bounds. */
  boolean claim(long block) {
    if (block < 0 || block >= capacity || isUsed(block)) {
      return false;
    }
    set(block);
    limit = Math.max(limit, block + 1);
    return true;
  }

  /** Takes a run of at most so many blocks; at least one must be available below the limit. */
  Run allocate(int most) {
    Invariant.check(availableBelowLimit() > 0, "no free block below the limit");
    long first = nextFree(cursor);
    if (first >= limit) {
      first = nextFree(0);
    }
    int count = 0;
    while (count < most && first + count < limit && !isUsed(first + count)) {
      set(first + count);
      count++;
    }
    cursor = first + count;
    return new Run(first, count);
  }

  /** Gives a used block up; it becomes free with the next {@link #recycle}. */
  void release(long block) {
    Invariant.check(isUsed(block), () -> "block " + block + " is released but was free");
    releasedBlocks++;
    int last = released.size() - 1;
    if (last >= 0 && released.get(last).first() + released.get(last).count() == block) {
      released.set(last, new Run(released.get(last).first(), released.get(last).count() + 1));
    } else {
      released.add(new Run(block, 1));
    }
  }

  /** What was released is free: the transactions that did it are durable. */
  void recycle() {
    for (Run run : released) {
      for (long block = run.first(); block < run.first() + run.count(); block++) {
        clear(block);
      }
    }
    forgetReleased();
  }

  /** What was released stays used, and the given runs are free: transactions were given up. */
  void undo(List<Run> allocated) {
    forgetReleased();
    for (Run run : allocated) {
      for (long block = run.first(); block < run.first() + run.count(); block++) {
        clear(block);
      }
    }
  }

  private void forgetReleased() {
    released.clear();
    releasedBlocks = 0;
  }

  private void set(long block) {
    used[(int) (block >>> 6)] |= 1L << block;
    usedBlocks++;
  }

  private void clear(long block) {
    Invariant.check(isUsed(block), () -> "block " + block + " is freed twice");
    used[(int) (block >>> 6)] &= ~(1L << block);
    usedBlocks--;
  }

  private long nextFree(long from) {
    int word = (int) (from >>> 6);
    if (word >= used.length) {
      return limit;
    }
    long free = ~used[word] & (-1L << from);
    while (free == 0) {
      if (++word >= used.length || (long) word << 6 >= limit) {
        return limit;
      }
      free = ~used[word];
    }
    return ((long) word << 6) + Long.numberOfTrailingZeros(free);
  }
}
