package io.pando.store;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One step of a {@link Transaction}. Steps on an object that does not exist create it, but for
 * {@link Remove}, which then does nothing, and {@link Clone}. Keys are ordered by {@link
 * io.pando.collect.Utf8Order}; so must be the maps given here.
 */
public sealed interface StoreOp {
  /** Where it happens. The collection must exist, or be created earlier in the transaction. */
  CollectionId collection();

  /**
   * A step that changes which collections there are, or which of them an object is in. It makes its
   * transaction {@linkplain Transaction#binding binding}.
   */
  sealed interface OnCollections extends StoreOp {}

  /** Makes an empty collection; it must not exist. */
  record CreateCollection(CollectionId collection) implements OnCollections {}

  /** Removes a collection with all that is in it; it must exist. */
  record RemoveCollection(CollectionId collection) implements OnCollections {}

  /**
   * Moves the objects whose positions lie in a range to another collection, which must exist and
   * hold none of them. Nothing that they hold is copied.
   */
  record MoveObjects(CollectionId collection, CollectionId into, PositionRange range)
      implements OnCollections {}

  /**
   * Puts entries of the collection's own ordered map, which holds a group's log and other records.
   */
  record PutMeta(CollectionId collection, SortedMap<String, Payload> entries) implements StoreOp {}

  /**
   * Removes entries of the collection's own map from {@code from} (included) to {@code to} (not
   * included; null: to the end).
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
   * Makes a range read as zeros, gives its space back where possible, and grows the object to the
   * range's end.
   */
  record Zero(CollectionId collection, ObjectId object, ByteRange range) implements OnObject {}

  /** Cuts the object or grows it with zeros. */
  record Truncate(CollectionId collection, ObjectId object, long size) implements OnObject {}

  /** Removes the object with its attributes and its map. */
  record Remove(CollectionId collection, ObjectId object) implements OnObject {}

  /**
   * Makes the object what another of the collection is now: its bytes and holes, attributes and
   * map; what it was before is gone. From then on they are independent. Does nothing if there is no
   * such other, or if it is the object itself. Damaged bytes are damaged in both.
   *
   * @param from the other object, which stays as it is
   */
  record Clone(CollectionId collection, ObjectId object, ObjectId from) implements OnObject {}

  /** Puts attributes; others stay. */
  record PutAttributes(
      CollectionId collection, ObjectId object, SortedMap<String, Payload> attributes)
      implements OnObject {}

  /** Removes attributes that are there. */
  record RemoveAttributes(CollectionId collection, ObjectId object, List<String> names)
      implements OnObject {}

  /** Puts entries of the object's key/value map; others stay. */
  record PutMap(CollectionId collection, ObjectId object, SortedMap<String, Payload> entries)
      implements OnObject {}

  /** Removes entries of the object's key/value map that are there. */
  record RemoveMapKeys(CollectionId collection, ObjectId object, List<String> keys)
      implements OnObject {}

  /** Removes entries of the object's key/value map in a range, as {@link RemoveMeta} does. */
  record RemoveMapRange(CollectionId collection, ObjectId object, String from, @Nullable String to)
      implements OnObject {}
}
