package io.pando.disk.transfer;

import io.pando.id.ObjectId;
import io.pando.store.CollectionId;

/** Hears how a transfer goes on. */
public interface TransferListener {
  /** So many bytes more of objects' data are through. */
  default void onBytes(long bytes) {}

  /** An object is damaged: it goes on its way with nothing but its name, and is told to be. */
  void onDamaged(CollectionId collection, ObjectId object, String what);
}
