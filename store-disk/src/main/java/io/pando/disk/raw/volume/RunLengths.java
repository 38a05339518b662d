package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

/**
 * Lengths of the runs in which blocks were written recently. Space for small writes is filled with
 * zeros in advance, since a file system updates its metadata at the first write of each block. For
 * long runs, that costs less than to write everything twice.
 */
final class RunLengths {
  private static final int LONG_BLOCKS = (64 << 10) / BLOCK_BYTES;

  /** Fewer blocks allow no conclusion. */
  private static final long LEAST_BLOCKS = (4L << 20) / BLOCK_BYTES;

  /** When this many blocks were counted, the counts are halved. */
  private static final long MOST_BLOCKS = (32L << 20) / BLOCK_BYTES;

  private long blocks;
  private long inLongRuns;

  /** Counts a run of consecutive blocks of an object. */
  void add(int count) {
    blocks += count;
    inLongRuns += count >= LONG_BLOCKS ? count : 0;
    if (blocks > MOST_BLOCKS) {
      blocks /= 2;
      inLongRuns /= 2;
    }
  }

  /** Whether nearly all blocks were in runs of 64 KiB or more. */
  boolean areLong() {
    return blocks >= LEAST_BLOCKS && inLongRuns >= blocks - blocks / 8;
  }
}
