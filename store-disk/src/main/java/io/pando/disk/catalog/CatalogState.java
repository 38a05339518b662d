package io.pando.disk.catalog;

/**
 * Counters of a store that keeps a catalog of its objects.
 *
 * @param nextNumber number for the next object that is created, positive
 * @param usedBlocks number of 4 KiB blocks that hold data of objects
 * @param sequence number of the newest record of the store's log that the catalog includes; 0 for
 *     none
 * @param segment segment of the log that was being written at that time; 0 for none
 */
public record CatalogState(long nextNumber, long usedBlocks, long sequence, long segment) {
  /** The counters of an empty store. */
  public static final CatalogState EMPTY = new CatalogState(1, 0, 0, 0);

  public CatalogState {
    if (nextNumber < 1 || usedBlocks < 0 || sequence < 0 || segment < 0) {
      throw new IllegalArgumentException(
          "next number %d, %d blocks, record %d, segment %d"
              .formatted(nextNumber, usedBlocks, sequence, segment));
    }
  }
}
