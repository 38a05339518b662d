package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.probe.Limit;

/**
 * Lengths of the runs in which blocks were written recently. Space for small writes is filled with
 * zeros in advance, since a file system updates its metadata at the first write of each block. For
 * long runs, that costs less than to write everything twice.
 */
final class RunLengths {
  private static final Limit LONG_BLOCKS =
      Limit.ofReserve("raw store: blocks of a long run", 1, (64 << 10) / BLOCK_BYTES);

  /** Fewer blocks allow no conclusion. */
  private static final Limit LEAST_BLOCKS =
      Limit.ofReserve(
          "raw store: blocks that tell whether runs are long", 1, (4 << 20) / BLOCK_BYTES);

  /** When this many blocks were counted, the counts are halved. */
  private static final Limit MOST_BLOCKS =
      Limit.ofReserve(
          "raw store: blocks until earlier runs are forgotten", 1, (32 << 20) / BLOCK_BYTES);

  private long blocks;
  private long inLongRuns;

  /** Counts a run of consecutive blocks of an object. */
  void add(int count) {
    blocks += count;
    inLongRuns += count >= LONG_BLOCKS.value() ? count : 0;
    if (blocks > MOST_BLOCKS.value()) {
      blocks /= 2;
      inLongRuns /= 2;
    }
  }

  /** Whether nearly all blocks were in runs of 64 KiB or more. */
  boolean areLong() {
    return blocks >= LEAST_BLOCKS.value() && inLongRuns >= blocks - blocks / 8;
  }
}
