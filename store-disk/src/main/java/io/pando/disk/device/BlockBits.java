package io.pando.disk.device;

import io.pando.check.Invariant;

/** One bit for each block of a device, and the number of bits that are set. */
public final class BlockBits {
  private final long[] words;
  private long count;

  /** Bits that are clear. */
  public BlockBits(long blocks) {
    this.words = new long[Math.toIntExact((blocks + 63) / 64)];
  }

  /** Number of bits that are set. */
  public long count() {
    return count;
  }

  /** Whether a bit is set. */
  public boolean isSet(long block) {
    return (words[(int) (block >>> 6)] & (1L << block)) != 0;
  }

  /** Sets a bit that is not set. */
  public void set(long block) {
    words[(int) (block >>> 6)] |= 1L << block;
    count++;
  }

  /** Clears a bit that is set. */
  public void clear(long block) {
    Invariant.check(isSet(block), () -> "block " + block + " is freed twice");
    words[(int) (block >>> 6)] &= ~(1L << block);
    count--;
  }

  /** The first block from {@code from} on that is not set; {@code limit} if none is below it. */
  public long nextClear(long from, long limit) {
    int word = (int) (from >>> 6);
    if (word >= words.length) {
      return limit;
    }
    long free = ~words[word] & (-1L << from);
    while (free == 0) {
      if (++word >= words.length || (long) word << 6 >= limit) {
        return limit;
      }
      free = ~words[word];
    }
    return ((long) word << 6) + Long.numberOfTrailingZeros(free);
  }

  /** Number of bits that are set, counted again. */
  public long recount() {
    long set = 0;
    for (long word : words) {
      set += Long.bitCount(word);
    }
    return set;
  }
}
