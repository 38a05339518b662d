package io.pando.disk.raw.pipeline.log;

import io.pando.bytes.Payload;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.volume.GrantedExtent;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.util.List;

/** A step of a transaction on its way to the log. */
public sealed interface DraftStep {
  /** A step as it is written to the log. */
  record Ready(RawStep step) implements DraftStep {}

  /**
   * Whole blocks of an object that are compressed before they are written.
   *
   * @param block the first of them, by its index in the object
   * @param allotments space for them if they cannot be compressed
   */
  record Packable(
      CollectionId collection,
      ObjectId object,
      long block,
      Payload bytes,
      List<GrantedExtent> allotments)
      implements DraftStep {}
}
