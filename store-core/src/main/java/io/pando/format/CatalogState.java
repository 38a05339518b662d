package io.pando.format;

/**
 * What a store counts whose objects are in a catalog.
 *
 * @param nextNumber number of the next object that is made, positive
 * @param usedBlocks blocks of 4 KiB that hold data of objects
 * @param sequence number of the newest record of the store's log that it has; 0: none
 * @param segment of the log that was written then; 0: none
 */
public record CatalogState(long nextNumber, long usedBlocks, long sequence, long segment) {
  /** Of an empty store. */
  public static final CatalogState EMPTY = new CatalogState(1, 0, 0, 0);

  public CatalogState {
    if (nextNumber < 1 || usedBlocks < 0 || sequence < 0 || segment < 0) {
      throw new IllegalArgumentException(
          "next number %d, %d blocks, record %d, segment %d"
              .formatted(nextNumber, usedBlocks, sequence, segment));
    }
  }
}
