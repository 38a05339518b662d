package io.pando.disk.raw.volume;

import org.jspecify.annotations.Nullable;

/**
 * Blocks below the limit for which space was claimed and that were not filled with zeros. Only the
 * last range of them is known: blocks that were forgotten, or used before it was their turn, are
 * slower to write once.
 */
final class UnfilledBlocks {
  private long from;
  private long to;

  /** Records that blocks were claimed and not filled; all are at or above the limit. */
  void add(long first, long end) {
    if (first != to) {
      from = first;
    }
    to = end;
  }

  /**
   * Takes the next run of them that are free; null if none is left.
   *
   * @param most length in blocks, positive
   */
  FreeSpace.@Nullable Run next(FreeSpace free, int most) {
    FreeSpace.Run run = from < to ? free.freeRun(from, to, most) : null;
    from = run == null ? to : run.first() + run.count();
    return run;
  }
}
