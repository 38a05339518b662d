package io.pando.disk.raw.pipeline;

import io.pando.id.ObjectId;
import io.pando.store.CollectionId;

/**
 * An object of the store, as a map key. Each read looks up several, so it is compared with plain
 * calls.
 */
record ObjectRef(CollectionId collection, ObjectId object) {
  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectRef that
        && object.equals(that.object)
        && collection.equals(that.collection);
  }

  @Override
  public int hashCode() {
    return 31 * collection.hashCode() + object.hashCode();
  }
}
