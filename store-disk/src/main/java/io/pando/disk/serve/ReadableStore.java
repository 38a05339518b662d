package io.pando.disk.serve;

import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.util.List;

/** The readable state of a store, for one thread. */
public interface ReadableStore {
  /** A view of the applied state, for queries. */
  VolumeView reader();

  /** All collections, in order. */
  List<CollectionId> collections();

  /** Space usage. */
  Usage usage();

  /**
   * Checks everything; nothing may be pending.
   *
   * @param readData whether to read all bytes of objects too
   */
  CheckReport check(boolean readData) throws IOException, MetadataException, DamagedRecordException;
}
