package io.pando.disk.raw.volume;

import io.pando.check.Invariant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Which blocks of the data file are free: one bit each, in memory only, rebuilt from the objects
 * whenever a store is opened, so that no crash can leak a block.
 *
 * <p>A block is free; <em>allotted</em>: promised to somebody who will write to it and then say so;
 * used by an object; or <em>released</em>: given up by an update, but still what the metadata would
 * name after a crash. What was released in a batch is {@linkplain #seal sealed} with the batch's
 * number, and {@link #recycle} frees it when that number is durable. Blocks are handed out upwards
 * from where the last search ended, so that what is written together lies together, and only below
 * a limit that rises when it must: a sparse file stays short.
 *
 * <p>Invariants: bits set = allotted + used + released = {@code usedBlocks}; none at or above the
 * limit.
 */
final class FreeSpace {
  /** Blocks in a row, {@code first} to {@code first + count - 1}. */
  record Run(long first, int count) {}

  /** What a batch released. */
  private record Sealed(long number, List<Run> runs) {}

  private final long capacity;
  private final long[] used;
  private final List<Run> released = new ArrayList<>();
  private final ArrayDeque<Sealed> sealed = new ArrayDeque<>();
  private long usedBlocks;
  private long allottedBlocks;
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
    return usedBlocks - releasedBlocks - allottedBlocks;
  }

  /** Blocks that were promised and not taken yet. */
  long allotted() {
    return allottedBlocks;
  }

  /** Blocks that will be free once what released them is durable. */
  long released() {
    return releasedBlocks;
  }

  long limit() {
    return limit;
  }

  void raiseLimit(long blocks) {
    Invariant.check(blocks >= limit && blocks <= capacity, () -> "limit " + blocks);
    limit = blocks;
  }

  /** The medium has room for so many blocks at least. */
  void reserved(long blocks) {
    limit = Math.max(limit, Math.min(blocks, capacity));
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

  /** Promises a run of at most so many blocks; at least one must be available below the limit. */
  Run allot(int most) {
    Run run = allocate(most);
    allottedBlocks += run.count();
    return run;
  }

  /** A block that was promised is an object's now. */
  void take(long block) {
    Invariant.check(
        isUsed(block) && allottedBlocks > 0, () -> "block " + block + " was not promised");
    allottedBlocks--;
  }

  /** A run that was promised is not wanted any more. */
  void giveBack(Run run) {
    free(run);
    allottedBlocks -= run.count();
    Invariant.check(allottedBlocks >= 0, () -> run + " was not promised");
  }

  /** Marks a block as promised while the store is opened; false if it is used, or out of bounds. */
  boolean claimAllotted(long block) {
    if (!claim(block)) {
      return false;
    }
    allottedBlocks++;
    return true;
  }

  /** Gives a used block up. */
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

  /**
   * Ends a batch: what was released in it becomes free once its number is durable.
   *
   * @param number not less than the one before
   */
  void seal(long number) {
    if (!released.isEmpty()) {
      sealed.addLast(new Sealed(number, List.copyOf(released)));
      released.clear();
    }
  }

  /** What batches up to this number released is free. */
  void recycle(long upTo) {
    while (!sealed.isEmpty() && sealed.getFirst().number() <= upTo) {
      for (Run run : sealed.removeFirst().runs()) {
        free(run);
        releasedBlocks -= run.count();
      }
    }
  }

  private void free(Run run) {
    for (long block = run.first(); block < run.first() + run.count(); block++) {
      clear(block);
    }
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
