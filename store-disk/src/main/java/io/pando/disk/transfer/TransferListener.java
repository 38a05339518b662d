package io.pando.disk.transfer;

import io.pando.id.ObjectId;
import io.pando.store.CollectionId;

/** Receives the progress of a transfer. */
public interface TransferListener {
  /** Reports {@code bytes} more bytes of objects' data as transferred. */
  default void onBytes(long bytes) {}

  /** An object is damaged: only its name is transferred, and it is marked as damaged. */
  void onDamaged(CollectionId collection, ObjectId object, String what);
}
