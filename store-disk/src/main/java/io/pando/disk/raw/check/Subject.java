package io.pando.disk.raw.check;

import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;

/** The object that a record belongs to. */
sealed interface Subject {
  /**
   * An object.
   *
   * @param key key of the object's record
   */
  record Named(CollectionId collection, ObjectId object, Payload key) implements Subject {}

  /** An object of which only the number is known. */
  record Numbered(long number) implements Subject {}
}
