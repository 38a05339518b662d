package io.pando.store;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One step of a {@link Transaction}. Steps on an object that does not exist create it, except
 * {@link Remove}, which does nothing then, {@link Clone} and {@link CloneRange}. Keys are ordered
 * by {@link io.pando.collect.Utf8Order}; maps passed here must have this order.
 */
public sealed interface StoreOp {
  /** The collection of the step. It must exist, or be created earlier in the transaction. */
  CollectionId collection();

  /** A further collection that the step names, which must exist as well; null for most steps. */
  default @Nullable CollectionId otherCollection() {
    return null;
  }

  /**
   * A step that creates or removes collections, or moves objects between them. It makes its
   * transaction {@linkplain Transaction#binding binding}.
   */
  sealed interface OnCollections extends StoreOp {}

  /** Creates an empty collection; it must not exist. */
  record CreateCollection(CollectionId collection) implements OnCollections {}

  /** Removes an existing collection with all its contents. */
  record RemoveCollection(CollectionId collection) implements OnCollections {}

  /**
   * Moves the objects whose positions are in a range to another collection, which must exist and
   * have no objects in that range. No data are copied.
   */
  record MoveObjects(CollectionId collection, CollectionId into, PositionRange range)
      implements OnCollections {
    @Override
    public CollectionId otherCollection() {
      return into;
    }
  }

  /**
   * Puts entries of the collection's own ordered map, which holds a group's log and other records.
   */
  record PutMeta(CollectionId collection, SortedMap<String, Payload> entries) implements StoreOp {}

  /**
   * Removes entries of the collection's own map from {@code from} (inclusive) to {@code to}
   * (exclusive; null for the end).
   */
  record RemoveMeta(CollectionId collection, String from, @Nullable String to) implements StoreOp {}

  /** A step on one object. */
  sealed interface OnObject extends StoreOp {
    ObjectId object();
  }

  /** Creates the object, empty, unless it exists. */
  record Touch(CollectionId collection, ObjectId object) implements OnObject {}

  /** Writes bytes; a gap between the old end and the offset reads as zeros. */
  record Write(CollectionId collection, ObjectId object, long offset, Payload data)
      implements OnObject {}

  /**
   * Makes a range read as zeros, frees its space where possible, and extends the object to the end
   * of the range.
   */
  record Zero(CollectionId collection, ObjectId object, ByteRange range) implements OnObject {}

  /** Truncates the object, or extends it with zeros. */
  record Truncate(CollectionId collection, ObjectId object, long size) implements OnObject {}

  /** Removes the object with its attributes and its map. */
  record Remove(CollectionId collection, ObjectId object) implements OnObject {}

  /**
   * An object that a step copies from. It is unchanged.
   *
   * @param collection collection of the object, which must exist as that of a step must; it may be
   *     another one than that of the step
   */
  record Origin(CollectionId collection, ObjectId object) {}

  /**
   * Replaces the object by a copy of another object: bytes and holes, attributes and map. The two
   * are independent afterwards. Does nothing if the other object does not exist, or if it is the
   * object itself. Damaged bytes are damaged in both.
   */
  record Clone(CollectionId collection, ObjectId object, Origin from) implements OnObject {
    @Override
    public CollectionId otherCollection() {
      return from.collection();
    }
  }

  /**
   * Makes a range of the object's bytes equal to the same range of another object. The range is cut
   * at the end of the other object first; if nothing is left of it, the object is only created,
   * empty, unless it exists. Where the other object has data, the bytes are written as by {@link
   * Write}; where it has holes, they become zeros as by {@link Zero}. So whole blocks of holes
   * become holes, a gap between the object's old end and the range reads as zeros, and the object
   * is extended to the end of the range. All else of the object stays: bytes outside the range,
   * attributes, map.
   *
   * <p>The two are independent afterwards. Does nothing if the other object does not exist, or if
   * it is the object itself. Damaged bytes are damaged in both.
   */
  record CloneRange(CollectionId collection, ObjectId object, Origin from, ByteRange range)
      implements OnObject {
    @Override
    public CollectionId otherCollection() {
      return from.collection();
    }
  }

  /** Puts attributes; others are unchanged. */
  record PutAttributes(
      CollectionId collection, ObjectId object, SortedMap<String, Payload> attributes)
      implements OnObject {}

  /** Removes attributes, as far as they exist. */
  record RemoveAttributes(CollectionId collection, ObjectId object, List<String> names)
      implements OnObject {}

  /** Puts entries of the object's key/value map; others are unchanged. */
  record PutMap(CollectionId collection, ObjectId object, SortedMap<String, Payload> entries)
      implements OnObject {}

  /** Removes entries of the object's key/value map, as far as they exist. */
  record RemoveMapKeys(CollectionId collection, ObjectId object, List<String> keys)
      implements OnObject {}

  /** Removes entries of the object's key/value map in a range, as {@link RemoveMeta} does. */
  record RemoveMapRange(CollectionId collection, ObjectId object, String from, @Nullable String to)
      implements OnObject {}
}
