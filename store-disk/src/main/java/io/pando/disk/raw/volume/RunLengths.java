package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

/**
 * In how long runs blocks were lately written. Space that is written to in small pieces is filled
 * with zeros before, since a file system notes for every block when it is written first; for long
 * runs that costs less than to write everything twice.
 */
final class RunLengths {
  private static final int LONG_BLOCKS = (64 << 10) / BLOCK_BYTES;

  /** Fewer say nothing. */
  private static final long LEAST_BLOCKS = (4L << 20) / BLOCK_BYTES;

  /** Of so many, half is forgotten. */
  private static final long MOST_BLOCKS = (64L << 20) / BLOCK_BYTES;

  private long blocks;
  private long inLongRuns;

  /** So many blocks of an object that follow each other were written. */
  void add(int count) {
    blocks += count;
    inLongRuns += count >= LONG_BLOCKS ? count : 0;
    if (blocks > MOST_BLOCKS) {
      blocks /= 2;
      inLongRuns /= 2;
    }
  }

  /** Whether nearly all blocks were in runs of 64 KiB and more. */
  boolean areLong() {
    return blocks >= LEAST_BLOCKS && inLongRuns >= blocks - blocks / 8;
  }
}
