package io.pando.disk.catalog;

import io.pando.bytes.Payload;
import java.util.List;
import java.util.SortedMap;

/**
 * The catalog record of an object whose bytes are stored elsewhere.
 *
 * @param number number that identifies its bytes and its map; positive
 * @param size size in bytes
 * @param hasMap whether its map may have entries; false only if it certainly has none
 * @param runs which of its 4 KiB blocks hold data: run lengths from the first block on, alternately
 *     of holes and of data; blocks behind the last run are holes
 * @param damaged which of the blocks with data are known to be damaged, in the same form: run
 *     lengths, alternately of other blocks and of damaged ones
 */
public record CatalogObject(
    long number,
    long size,
    boolean hasMap,
    SortedMap<String, Payload> attributes,
    List<Long> runs,
    List<Long> damaged) {
  public CatalogObject {
    runs = List.copyOf(runs);
    damaged = List.copyOf(damaged);
    if (number < 1 || size < 0) {
      throw new IllegalArgumentException("object number " + number + " of " + size + " bytes");
    }
    checkRuns(runs);
    checkRuns(damaged);
  }

  private static void checkRuns(List<Long> runs) {
    long end = 0;
    for (long run : runs) {
      end += run;
      if (run < 0 || end < 0) {
        throw new IllegalArgumentException("not runs of blocks: " + runs);
      }
    }
    if (runs.size() % 2 != 0) {
      throw new IllegalArgumentException("an odd number of runs of blocks: " + runs);
    }
  }
}
