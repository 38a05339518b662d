package io.pando.format;

import io.pando.bytes.Payload;
import java.util.List;
import java.util.SortedMap;

/**
 * An object of a store that keeps its bytes elsewhere.
 *
 * @param number names its bytes and its map; positive
 * @param size bytes
 * @param hasMap false: there is surely no entry of its map
 * @param runs which of its blocks of 4 KiB hold data, from the first on: so many that do not, so
 *     many that do, and so on; the others are holes
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
