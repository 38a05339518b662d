package io.pando.disk.raw.check;

import io.pando.check.Invariant;
import io.pando.disk.device.BlockBits;
import java.util.Map;
import java.util.TreeMap;

/**
 * Number of owners of each block of a device: one bit each, and a counter where it is more than
 * one.
 */
public final class OwnedBlocks {
  private final long capacity;
  private final BlockBits owned;
  private final TreeMap<Long, Integer> others = new TreeMap<>();
  private long cursor;

  OwnedBlocks(long capacity) {
    this.capacity = capacity;
    this.owned = new BlockBits(capacity);
  }

  /** Blocks of the device. */
  public long capacity() {
    return capacity;
  }

  /** Blocks that have an owner. */
  public long count() {
    return owned.count();
  }

  /** Whether the device has this block. */
  boolean exists(long block) {
    return block >= 0 && block < capacity;
  }

  public boolean isOwned(long block) {
    return owned.isSet(block);
  }

  /** Counts an owner of a block. */
  void add(long block) {
    Invariant.check(exists(block), () -> "block " + block + " of " + capacity);
    if (isOwned(block)) {
      others.merge(block, 1, Integer::sum);
    } else {
      owned.set(block);
    }
  }

  /** Marks a block as not available to {@link #take}, whether it has an owner or not. */
  public void reserve(long block) {
    if (exists(block) && !isOwned(block)) {
      add(block);
    }
  }

  /** For blocks with several owners, the number of owners beyond the first. */
  Map<Long, Integer> others() {
    return others;
  }

  /** Takes a block without an owner; negative if there is none. */
  long take() {
    cursor = owned.nextClear(cursor, capacity);
    if (cursor >= capacity) {
      return -1;
    }
    add(cursor);
    return cursor;
  }
}
