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
 */
public record CatalogObject(
    long number,
    long size,
    boolean hasMap,
    SortedMap<String, Payload> attributes,
    List<Long> runs) {
  public CatalogObject {
    runs = List.copyOf(runs);
    if (number < 1 || size < 0 || runs.size() % 2 != 0) {
      throw new IllegalArgumentException(
          "object number " + number + " of " + size + " bytes, runs " + runs);
    }
    long end = 0;
    for (long run : runs) {
      end += run;
      if (run < 0 || end < 0) {
        throw new IllegalArgumentException("not runs of blocks: " + runs);
      }
    }
  }
}
