package io.pando.disk.raw.volume;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Runs of free blocks that are to go back to the medium. A run is unwanted, then announced, then
 * taken. Announced blocks do not count as available; they may be allocated nevertheless.
 */
final class UnwantedRuns {
  private final ArrayDeque<FreeSpace.Run> unwanted = new ArrayDeque<>();
  private final ArrayDeque<FreeSpace.Run> announced = new ArrayDeque<>();
  private long announcedBlocks;

  void add(FreeSpace.Run run) {
    unwanted.addLast(run);
  }

  /** Forgets the unwanted runs that were not announced. */
  void clear() {
    unwanted.clear();
  }

  /** Whether there are runs that were not announced. */
  boolean hasUnwanted() {
    return !unwanted.isEmpty();
  }

  /** Announces all unwanted runs. */
  void announce() {
    for (FreeSpace.Run run = unwanted.pollFirst(); run != null; run = unwanted.pollFirst()) {
      announced.addLast(run);
      announcedBlocks += run.count();
    }
  }

  /** Keeps the announced runs that were not taken. */
  void keepAnnounced() {
    announced.clear();
    announcedBlocks = 0;
  }

  /** Number of announced blocks. */
  long announcedBlocks() {
    return announcedBlocks;
  }

  /** Takes the first announced run; null if there is none. */
  FreeSpace.@Nullable Run takeAnnounced() {
    FreeSpace.Run run = announced.pollFirst();
    if (run != null) {
      announcedBlocks -= run.count();
    }
    return run;
  }

  /** Puts the rest of the run that was taken back. */
  void putBack(FreeSpace.Run rest) {
    announced.addFirst(rest);
    announcedBlocks += rest.count();
  }
}
