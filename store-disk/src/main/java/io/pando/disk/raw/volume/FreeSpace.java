package io.pando.disk.raw.volume;

import io.pando.check.Invariant;
import io.pando.disk.device.BlockBits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Free blocks of the data file: one bit for each block, in memory only. It is rebuilt from the
 * objects whenever a store is opened, so no crash can leak a block.
 *
 * <p>The states of a block are: free; <em>allotted</em>: promised to a writer that will report its
 * use; used by an object; or <em>released</em>: given up by an update, but still named by the
 * metadata after a crash. Blocks released in a batch are {@linkplain #seal sealed} with the batch's
 * number, and {@link #recycle} frees them when that number is durable. Allocation goes upwards from
 * the end of the last search, so that blocks written together are close together. It stays below a
 * limit that rises when necessary, so that a sparse file stays short. A free block is <em>bare</em>
 * if the medium has no space reserved for it; it must be reserved before it is allocated.
 *
 * <p>Invariants: bits set = allotted + used + released + bare; no bit is set at or above the limit;
 * released blocks belong to the current batch or to sealed batches, whose numbers increase.
 */
final class FreeSpace {
  /** Consecutive blocks, {@code first} to {@code first + count - 1}. */
  record Run(long first, int count) {}

  /**
   * Blocks that a batch released; if it removed a whole collection, they are many, and go back to
   * the medium.
   */
  private record Sealed(long number, List<Run> runs, boolean whole) {}

  /** Maximum length of a run that is given back to the medium: 16 MiB. */
  private static final long MOST_SPARED = 4096;

  private final long capacity;
  private final BlockBits used;
  private final BitSet bare = new BitSet();
  private final UnwantedRuns unwanted = new UnwantedRuns();
  private final List<Run> released = new ArrayList<>();
  private final ArrayDeque<Sealed> sealed = new ArrayDeque<>();
  private long allottedBlocks;
  private long releasedBlocks;
  private long bareBlocks;
  private boolean releasesCollection;
  private long limit;
  private long cursor;

  FreeSpace(long capacity) {
    this.capacity = capacity;
    this.used = new BlockBits(capacity);
  }

  long capacity() {
    return capacity;
  }

  /** Number of free blocks, counting those above the limit and bare ones. */
  long available() {
    return capacity - used.count() + bareBlocks;
  }

  /**
   * Number of free blocks that need no further space from the medium, without those {@linkplain
   * #announce announced}.
   */
  long availableBelowLimit() {
    return limit - used.count() - unwanted.announcedBlocks();
  }

  /** Number of blocks that objects use. */
  long occupied() {
    return used.count() - releasedBlocks - allottedBlocks - bareBlocks;
  }

  /** Number of free blocks below the limit for which the medium has no space. */
  long bare() {
    return bareBlocks;
  }

  /** Number of allotted blocks. */
  long allotted() {
    return allottedBlocks;
  }

  /** Number of released blocks. */
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

  /** Records that the medium has space for the first {@code blocks} blocks at least. */
  void reserved(long blocks) {
    limit = Math.max(limit, Math.min(blocks, capacity));
  }

  /** Whether a block is used, allotted or released. */
  boolean isUsed(long block) {
    return used.isSet(block) && !isBare(block);
  }

  private boolean isBare(long block) {
    return bareBlocks > 0 && bare.get((int) block);
  }

  /** Marks the free blocks of a range as bare. */
  void markBare(long from, long to) {
    for (long block = from; block < Math.min(to, limit); block++) {
      if (!used.isSet(block)) {
        used.set(block);
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

  /**
   * The first run of free blocks of a range below the limit, up to a length; null if there is none.
   */
  @Nullable Run freeRun(long from, long to, int most) {
    long end = Math.min(to, limit);
    long first = used.nextClear(from, end);
    if (first >= end) {
      return null;
    }
    long last = first + 1;
    while (last < Math.min(end, first + most) && !used.isSet(last)) {
      last++;
    }
    return new Run(first, (int) (last - first));
  }

  /** Records that the medium has space for bare blocks again. */
  void onReserved(Run run) {
    for (long block = run.first(); block < run.first() + run.count(); block++) {
      unbare(block);
    }
  }

  private void unbare(long block) {
    bare.clear((int) block);
    bareBlocks--;
    used.clear(block);
  }

  /**
   * Stops counting unwanted blocks as available. Once the owner's loop no longer counts on them,
   * {@link #takeUnwanted} takes them.
   */
  void announce() {
    unwanted.announce();
  }

  /** Makes announced blocks that were not taken yet available again. */
  void keepAnnounced() {
    unwanted.keepAnnounced();
  }

  /** Whether blocks are announced. */
  boolean hasAnnounced() {
    return unwanted.announcedBlocks() > 0;
  }

  /**
   * Takes a run of announced blocks that are still free; they are bare from now on. Null if there
   * is none.
   */
  @Nullable Run takeUnwanted() {
    for (Run run = unwanted.takeAnnounced(); run != null; run = unwanted.takeAnnounced()) {
      long end = run.first() + run.count();
      long first = run.first();
      while (first < end && used.isSet(first)) {
        first++;
      }
      long last = first;
      while (last < end && !used.isSet(last)) {
        last++;
      }
      if (last < end) {
        unwanted.putBack(new Run(last, (int) (end - last)));
      }
      if (last > first) {
        markBare(first, last);
        return new Run(first, (int) (last - first));
      }
    }
    return null;
  }

  /**
   * Marks all free blocks below the limit but {@code kept} as unwanted; other users of the medium
   * need the space.
   */
  void markUnwanted(long kept) {
    long left = availableBelowLimit() - kept;
    unwanted.clear();
    for (long block = used.nextClear(0, limit);
        block < limit && left > 0;
        block = used.nextClear(block, limit)) {
      long first = block;
      while (block < limit && block - first < Math.min(left, MOST_SPARED) && !used.isSet(block)) {
        block++;
      }
      unwanted.add(new Run(first, (int) (block - first)));
      left -= block - first;
    }
  }

  /** Whether there are unwanted blocks. */
  boolean hasUnwanted() {
    return unwanted.hasUnwanted();
  }

  /** Records that blocks released in this batch from now on belonged to a removed collection. */
  void onCollectionRemoved() {
    releasesCollection = true;
  }

  /**
   * Marks a block as used while the store is being opened; false if it is used already, or out of
   * bounds.
   */
  boolean claim(long block) {
    if (block < 0 || block >= capacity || isUsed(block)) {
      return false;
    }
    if (isBare(block)) {
      unbare(block);
    }
    used.set(block);
    limit = Math.max(limit, block + 1);
    return true;
  }

  /** Takes a run of at most {@code most} blocks; at least one must be available below the limit. */
  Run allocate(int most) {
    Invariant.check(limit > used.count(), "no free block below the limit");
    long first = used.nextClear(cursor, limit);
    if (first >= limit) {
      first = used.nextClear(0, limit);
    }
    int count = 0;
    while (count < most && first + count < limit && !used.isSet(first + count)) {
      used.set(first + count);
      count++;
    }
    cursor = first + count;
    return new Run(first, count);
  }

  /**
   * Promises a run of at most {@code most} blocks; at least one must be available below the limit.
   */
  Run allot(int most) {
    Run run = allocate(most);
    allottedBlocks += run.count();
    return run;
  }

  /** Turns an allotted block into a used one. */
  void take(long block) {
    Invariant.check(
        isUsed(block) && allottedBlocks > 0, () -> "block " + block + " was not promised");
    allottedBlocks--;
  }

  /** Frees an allotted run that is not needed. */
  void giveBack(Run run) {
    free(run);
    allottedBlocks -= run.count();
    Invariant.check(allottedBlocks >= 0, () -> run + " was not promised");
  }

  /**
   * Marks a block as allotted while the store is being opened; false if it is used, or out of
   * bounds.
   */
  boolean claimAllotted(long block) {
    if (!claim(block)) {
      return false;
    }
    allottedBlocks++;
    return true;
  }

  /** Releases a used block. */
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
   * Ends a batch: the blocks it released become free once its number is durable.
   *
   * @param number number of the batch, not less than the one before
   */
  void seal(long number) {
    if (!released.isEmpty()) {
      sealed.addLast(new Sealed(number, List.copyOf(released), releasesCollection));
      released.clear();
    }
    releasesCollection = false;
  }

  /** Frees the blocks released in batches up to this number. */
  void recycle(long upTo) {
    while (!sealed.isEmpty() && sealed.getFirst().number() <= upTo) {
      Sealed batch = sealed.removeFirst();
      for (Run run : batch.runs()) {
        free(run);
        releasedBlocks -= run.count();
        if (batch.whole()) {
          unwanted.add(run);
        }
      }
    }
  }

  private void free(Run run) {
    for (long block = run.first(); block < run.first() + run.count(); block++) {
      used.clear(block);
    }
  }

  /** Invariants that take only a few comparisons. */
  void invariants() {
    boolean parts = allottedBlocks >= 0 && releasedBlocks >= 0 && bareBlocks >= 0;
    Invariant.check(
        parts && unwanted.announcedBlocks() >= 0 && occupied() >= 0,
        () ->
            "of %d blocks that are set %d are allotted, %d released, %d bare, and %d announced"
                .formatted(
                    used.count(),
                    allottedBlocks,
                    releasedBlocks,
                    bareBlocks,
                    unwanted.announcedBlocks()));
    Invariant.check(
        used.count() <= limit && limit <= capacity,
        () -> used.count() + " blocks are set below " + limit + " of " + capacity);
  }

  /** Invariants that take a look at every block. */
  void thoroughInvariants() {
    long bits = used.recount();
    Invariant.check(
        bits == used.count() && bare.cardinality() == bareBlocks,
        () ->
            "%d blocks are set and %d bare, counted are %d and %d"
                .formatted(bits, bare.cardinality(), used.count(), bareBlocks));
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
