package io.pando.disk.serve;

import java.util.List;

/**
 * Result of a complete check.
 *
 * @param objects number of objects
 * @param ownedBlocks number of blocks of 4 KiB that hold data of objects
 * @param faults one sentence for each fault, at most {@value #MAX_FAULTS}; empty if there are none
 */
public record CheckReport(long objects, long ownedBlocks, List<String> faults) {
  /** Maximum number of sentences kept. */
  public static final int MAX_FAULTS = 1000;

  public CheckReport {
    faults = List.copyOf(faults);
  }
}
