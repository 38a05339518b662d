package io.pando.disk.raw.check;

import io.pando.disk.metadata.Family;
import io.pando.store.CollectionId;
import java.util.SortedMap;

/**
 * What a store holds and how it lies there; as far as its records can be read.
 *
 * @param capacityBlocks blocks of the device
 * @param ownedBlocks blocks that objects own
 * @param sharedBlocks those of them that several own
 * @param runs pieces in which the objects' blocks lie: each piece follows itself in the object and
 *     on the device, and is at most 64 blocks long
 * @param runBlocks blocks of all runs
 * @param freeRuns pieces in which the free blocks lie
 * @param largestFreeRun blocks of the longest of them
 * @param packed what is packed
 * @param damaged objects that are marked as damaged, or whose record cannot be read
 * @param families what the metadata hold of each family
 * @param collections what is in each collection
 */
public record StoreStats(
    long capacityBlocks,
    long ownedBlocks,
    long sharedBlocks,
    long runs,
    long runBlocks,
    long freeRuns,
    long largestFreeRun,
    Packed packed,
    long damaged,
    SortedMap<Family, Size> families,
    SortedMap<CollectionId, Content> collections) {
  /**
   * Blocks that are packed; those of clones count for each of them.
   *
   * @param units in which they are
   * @param blocks of objects that are in them
   * @param places blocks of the device that they take: more than {@code blocks}, if much of what
   *     was packed was overwritten since
   */
  public record Packed(long units, long blocks, long places) {
    static final Packed NONE = new Packed(0, 0, 0);

    Packed plus(Packed other) {
      return new Packed(units + other.units, blocks + other.blocks, places + other.places);
    }
  }

  /**
   * Records.
   *
   * @param bytes of keys and values
   */
  public record Size(long entries, long bytes) {
    static final Size NONE = new Size(0, 0);

    Size plus(Size other) {
      return new Size(entries + other.entries, bytes + other.bytes);
    }
  }

  /**
   * A collection.
   *
   * @param bytes sum of the objects' sizes, holes included
   * @param blocks that the objects own; shared ones count for each of them
   * @param maps key/value entries of objects
   * @param meta entries of the collection's own map
   */
  public record Content(long objects, long bytes, long blocks, Size maps, Size meta) {
    static final Content NONE = new Content(0, 0, 0, Size.NONE, Size.NONE);

    /** Both together. */
    public Content plus(Content other) {
      return new Content(
          objects + other.objects,
          bytes + other.bytes,
          blocks + other.blocks,
          maps.plus(other.maps),
          meta.plus(other.meta));
    }
  }

  /** All collections together. */
  public Content total() {
    return collections.values().stream().reduce(Content.NONE, Content::plus);
  }
}
