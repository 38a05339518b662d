package io.pando.disk.raw.volume;

import io.pando.check.Invariant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks of the data file are free: one bit each, in memory only, rebuilt from the objects
 * whenever a store is opened, so that no crash can leak a block.
 *
 * <p>A block is free; <em>allotted</em>: promised to somebody who will write to it and then say so;
 * used by an object; or <em>released</em>: given up by an update, but still what the metadata would
 * name after a crash. What was released in a batch is {@linkplain #seal sealed} with the batch's
 * number, and {@link #recycle} frees it when that number is durable. Blocks are handed out upwards
 * from where the last search ended, so that what is written together lies together, and only below
 * a limit that rises when it must: a sparse file stays short. A free block is <em>bare</em> if the
 * medium has no room set aside for it; it must be reserved before it is handed out.
 *
 * <p>Invariants: bits set = allotted + used + released + bare = {@code usedBlocks}; none at or
 * above the limit; released are those of the batch under way and of batches that are sealed, whose
 * numbers rise.
 */
final class FreeSpace {
  /** Blocks in a row, {@code first} to {@code first + count - 1}. */
  record Run(long first, int count) {}

  /** What a batch released; of a whole collection that is much, and the medium gets it back. */
  private record Sealed(long number, List<Run> runs, boolean whole) {}

  /** Most blocks of a run that is given back to the medium at once: 16 MiB. */
  private static final long MOST_SPARED = 4096;

  private final long capacity;
  private final long[] used;
  private final BitSet bare = new BitSet();
  private final ArrayDeque<Run> unwanted = new ArrayDeque<>();
  private final ArrayDeque<Run> announced = new ArrayDeque<>();
  private final List<Run> released = new ArrayList<>();
  private final ArrayDeque<Sealed> sealed = new ArrayDeque<>();
  private long usedBlocks;
  private long allottedBlocks;
  private long releasedBlocks;
  private long bareBlocks;
  private long announcedBlocks;
  private boolean releasesCollection;
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
    return capacity - usedBlocks + bareBlocks;
  }

  /**
   * Blocks that can be had without raising the limit, beside those {@linkplain #announce
   * announced}.
   */
  long availableBelowLimit() {
    return limit - usedBlocks - announcedBlocks;
  }

  /** Blocks that are neither free nor on the way to be. */
  long occupied() {
    return usedBlocks - releasedBlocks - allottedBlocks - bareBlocks;
  }

  /** Free blocks below the limit for which the medium has no room. */
  long bare() {
    return bareBlocks;
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
    return isSet(block) && !isBare(block);
  }

  private boolean isSet(long block) {
    return (used[(int) (block >>> 6)] & (1L << block)) != 0;
  }

  private boolean isBare(long block) {
    return bareBlocks > 0 && bare.get((int) block);
  }

  /** Marks what is free of a range as bare. */
  void markBare(long from, long to) {
    for (long block = from; block < Math.min(to, limit); block++) {
      if (!isSet(block)) {
        set(block);
        bare.set((int) block);
        bareBlocks++;
      }
    }
  }

  /** A run of bare blocks, up to a length; null if there is none. */
  @Nullable Run bareRun(int most) {
    int first = bare.nextSetBit(0);
    if (first < 0) {
      return null;
    }
    return new Run(first, Math.min(most, bare.nextClearBit(first) - first));
  }

  /** The medium has room for bare blocks again. */
  void onReserved(Run run) {
    for (long block = run.first(); block < run.first() + run.count(); block++) {
      unbare(block);
    }
  }

  private void unbare(long block) {
    bare.clear((int) block);
    bareBlocks--;
    clear(block);
  }

  /**
   * What is unwanted does not count as available any more. Once nobody counts on it, {@link
   * #takeUnwanted} takes it.
   */
  void announce() {
    for (Run run = unwanted.pollFirst(); run != null; run = unwanted.pollFirst()) {
      announced.addLast(run);
      announcedBlocks += run.count();
    }
  }

  /** What was announced and not taken yet is available after all. */
  void keepAnnounced() {
    announced.clear();
    announcedBlocks = 0;
  }

  /** Whether something is announced. */
  boolean hasAnnounced() {
    return announcedBlocks > 0;
  }

  /**
   * Takes a run of free blocks that was announced; they are bare from now on. Null if there is
   * none.
   */
  @Nullable Run takeUnwanted() {
    for (Run run = announced.pollFirst(); run != null; run = announced.pollFirst()) {
      announcedBlocks -= run.count();
      long end = run.first() + run.count();
      long first = run.first();
      while (first < end && isSet(first)) {
        first++;
      }
      long last = first;
      while (last < end && !isSet(last)) {
        last++;
      }
      if (last < end) {
        announced.addFirst(new Run(last, (int) (end - last)));
        announcedBlocks += end - last;
      }
      if (last > first) {
        markBare(first, last);
        return new Run(first, (int) (last - first));
      }
    }
    return null;
  }

  /** Keeps a number of the free blocks below the limit; others need the room of the rest. */
  void spare(long kept) {
    long left = availableBelowLimit() - kept;
    unwanted.clear();
    for (long block = nextFree(0); block < limit && left > 0; block = nextFree(block)) {
      long first = block;
      while (block < limit && block - first < Math.min(left, MOST_SPARED) && !isSet(block)) {
        block++;
      }
      unwanted.addLast(new Run(first, (int) (block - first)));
      left -= block - first;
    }
  }

  /** Whether there is something to announce. */
  boolean hasUnwanted() {
    return !unwanted.isEmpty();
  }

  /** What is released from now on, in this batch, a whole collection had. */
  void onCollectionRemoved() {
    releasesCollection = true;
  }

  /** Marks a block as used while the store is opened; false if it was, or is out of bounds. */
  boolean claim(long block) {
    if (block < 0 || block >= capacity || isUsed(block)) {
      return false;
    }
    if (isBare(block)) {
      unbare(block);
    }
    set(block);
    limit = Math.max(limit, block + 1);
    return true;
  }

  /** Takes a run of at most so many blocks; at least one must be available below the limit. */
  Run allocate(int most) {
    Invariant.check(limit > usedBlocks, "no free block below the limit");
    long first = nextFree(cursor);
    if (first >= limit) {
      first = nextFree(0);
    }
    int count = 0;
    while (count < most && first + count < limit && !isSet(first + count)) {
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
      sealed.addLast(new Sealed(number, List.copyOf(released), releasesCollection));
      released.clear();
    }
    releasesCollection = false;
  }

  /** What batches up to this number released is free. */
  void recycle(long upTo) {
    while (!sealed.isEmpty() && sealed.getFirst().number() <= upTo) {
      Sealed batch = sealed.removeFirst();
      for (Run run : batch.runs()) {
        free(run);
        releasedBlocks -= run.count();
        if (batch.whole()) {
          unwanted.addLast(run);
        }
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
    Invariant.check(isSet(block), () -> "block " + block + " is freed twice");
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

  /** What a few comparisons tell. */
  void invariants() {
    boolean parts = allottedBlocks >= 0 && releasedBlocks >= 0 && bareBlocks >= 0;
    Invariant.check(
        parts && announcedBlocks >= 0 && occupied() >= 0,
        () ->
            "of %d blocks that are set %d are allotted, %d released, %d bare, and %d announced"
                .formatted(
                    usedBlocks, allottedBlocks, releasedBlocks, bareBlocks, announcedBlocks));
    Invariant.check(
        usedBlocks <= limit && limit <= capacity,
        () -> usedBlocks + " blocks are set below " + limit + " of " + capacity);
  }

  /** What a look at every block tells. */
  void thoroughInvariants() {
    long set = 0;
    for (long word : used) {
      set += Long.bitCount(word);
    }
    long bits = set;
    Invariant.check(
        bits == usedBlocks && bare.cardinality() == bareBlocks,
        () ->
            "%d blocks are set and %d bare, counted are %d and %d"
                .formatted(bits, bare.cardinality(), usedBlocks, bareBlocks));
    long runs = sum(released);
    long number = 0;
    for (Sealed batch : sealed) {
      runs += sum(batch.runs());
      long before = number;
      number = batch.number();
      Invariant.check(
          before <= number, () -> "batch " + batch.number() + " comes behind " + before);
    }
    long counted = runs;
    Invariant.check(
        counted == releasedBlocks,
        () -> counted + " blocks are released, counted are " + releasedBlocks);
  }

  private static long sum(List<Run> runs) {
    long sum = 0;
    for (Run run : runs) {
      sum += run.count();
    }
    return sum;
  }
}
