package io.pando.format;

import io.pando.bytes.Payload;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.store.CollectionId;
import java.util.SortedMap;

/**
 * A record of a stream that carries collections from one store to another. What follows a record
 * belongs to it until the next of its kind, or a higher one, comes: data to an object, an object to
 * a collection, a collection to a store.
 */
public sealed interface ExportRecord {
  /** The store that what follows comes from. */
  record FromStore(ClusterId cluster, OsdId osd, int shard) implements ExportRecord {}

  /** A collection begins. */
  record OfCollection(CollectionId collection) implements ExportRecord {}

  /** Entries of the collection's own map. */
  record Meta(SortedMap<String, Payload> entries) implements ExportRecord {}

  /**
   * An object begins; it is nothing but a hole so far.
   *
   * @param size bytes
   */
  record OfObject(ObjectId object, long size, SortedMap<String, Payload> attributes)
      implements ExportRecord {
    public OfObject {
      if (size < 0) {
        throw new IllegalArgumentException("an object of " + size + " bytes");
      }
    }
  }

  /** Bytes of the object. */
  record Data(long offset, Payload data) implements ExportRecord {
    public Data {
      if (offset < 0) {
        throw new IllegalArgumentException("bytes at " + offset);
      }
    }
  }

  /** Entries of the object's map. */
  record Entries(SortedMap<String, Payload> entries) implements ExportRecord {}

  /**
   * An object that could not be read, whether it has begun or not. What came of it counts for
   * nothing.
   */
  record Damaged(ObjectId object, String what) implements ExportRecord {}

  /**
   * Nothing follows.
   *
   * @param collections so many came
   * @param objects so many came, damaged ones included
   * @param bytes so many came of objects' data
   */
  record End(long collections, long objects, long bytes) implements ExportRecord {}
}
