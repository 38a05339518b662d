package io.pando.disk.raw.check;

import io.pando.disk.metadata.Family;
import io.pando.store.CollectionId;
import java.util.SortedMap;

/**
 * Contents and layout of a store, as far as its records are readable.
 *
 * @param blocks blocks of the device
 * @param runs how contiguous the blocks are
 * @param packed packed blocks
 * @param damaged number of objects that are marked as damaged or have an unreadable record
 * @param families size of the metadata by family
 * @param collections contents by collection
 */
public record StoreStats(
    Blocks blocks,
    Runs runs,
    Packed packed,
    long damaged,
    SortedMap<Family, Size> families,
    SortedMap<CollectionId, Content> collections) {
  /**
   * Blocks of the device.
   *
   * @param owned blocks with an owner
   * @param shared blocks with several owners
   */
  public record Blocks(long capacity, long owned, long shared) {
    /** Blocks without an owner. */
    public long free() {
      return capacity - owned;
    }
  }

  /**
   * Runs of blocks.
   *
   * @param count number of runs of the objects' blocks: a run is contiguous in the object and on
   *     the device, and at most 64 blocks long
   * @param blocks total blocks of the runs
   * @param free number of runs of free blocks
   * @param largestFree blocks of the longest free run
   */
  public record Runs(long count, long blocks, long free, long largestFree) {}

  /**
   * Packed blocks; those of clones count for each clone.
   *
   * @param units number of units
   * @param blocks blocks of objects in the units
   * @param places blocks of the device that the units occupy; more than {@code blocks} if many of
   *     the packed blocks were overwritten since
   */
  public record Packed(long units, long blocks, long places) {
    static final Packed NONE = new Packed(0, 0, 0);

    Packed plus(Packed other) {
      return new Packed(units + other.units, blocks + other.blocks, places + other.places);
    }
  }

  /**
   * Number and size of records.
   *
   * @param bytes total size of keys and values
   */
  public record Size(long entries, long bytes) {
    static final Size NONE = new Size(0, 0);

    Size plus(Size other) {
      return new Size(entries + other.entries, bytes + other.bytes);
    }
  }

  /**
   * Contents of a collection.
   *
   * @param bytes total size of the objects, including holes
   * @param blocks blocks that the objects own; shared blocks count for each owner
   * @param maps key/value entries of objects
   * @param meta entries of the collection's own map
   */
  public record Content(long objects, long bytes, long blocks, Size maps, Size meta) {
    static final Content NONE = new Content(0, 0, 0, Size.NONE, Size.NONE);

    /** The sum of both. */
    public Content plus(Content other) {
      return new Content(
          objects + other.objects,
          bytes + other.bytes,
          blocks + other.blocks,
          maps.plus(other.maps),
          meta.plus(other.meta));
    }
  }

  /** The sum of all collections. */
  public Content total() {
    return collections.values().stream().reduce(Content.NONE, Content::plus);
  }
}
