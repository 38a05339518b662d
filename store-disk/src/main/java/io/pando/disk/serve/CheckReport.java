package io.pando.disk.serve;

import java.util.List;

/**
 * What a look at everything found.
 *
 * @param objects objects there are
 * @param ownedBlocks blocks of 4 KiB that hold data of objects
 * @param faults one sentence for each thing that is wrong, at most {@value #MAX_FAULTS}; empty if
 *     all is well
 */
public record CheckReport(long objects, long ownedBlocks, List<String> faults) {
  /** Sentences kept. */
  public static final int MAX_FAULTS = 1000;

  public CheckReport {
    faults = List.copyOf(faults);
  }

  public boolean isClean() {
    return faults.isEmpty();
  }
}
