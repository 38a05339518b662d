package io.pando.disk.transfer;

import io.pando.bytes.Payload;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.store.CollectionId;
import java.util.SortedMap;

/**
 * A record of a stream that carries collections from one store to another. Later records belong to
 * a record until the next one of the same or a higher level: data belong to an object, an object to
 * a collection, a collection to a store.
 */
public sealed interface ExportRecord {
  /** The store from which the following records come. */
  record FromStore(ClusterId cluster, OsdId osd, int shard) implements ExportRecord {}

  /** A collection begins. */
  record OfCollection(CollectionId collection) implements ExportRecord {}

  /** Entries of the collection's own map. */
  record Meta(SortedMap<String, Payload> entries) implements ExportRecord {}

  /**
   * An object begins; until data follow, it is one hole.
   *
   * @param size size in bytes
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

  /** An object that could not be read. It may have begun; then its data so far must be ignored. */
  record Damaged(ObjectId object, String what) implements ExportRecord {}

  /**
   * The end of the stream, with totals.
   *
   * @param collections number of collections in the stream
   * @param objects number of objects in the stream, damaged ones included
   * @param bytes number of bytes of objects' data in the stream
   */
  record End(long collections, long objects, long bytes) implements ExportRecord {}
}
