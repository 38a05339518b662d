package io.pando.disk.serve;

import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.util.List;

/** What can be asked of a store, as one thread sees it. */
public interface Stored {
  /** What was applied, for questions. */
  VolumeView reader();

  /** The collections there are, in order. */
  List<CollectionId> collections();

  /** How full it is. */
  Usage usage();

  /**
   * Looks at everything; nothing may be pending.
   *
   * @param readData whether to read all bytes of objects, too
   */
  CheckReport check(boolean readData) throws IOException, MetadataException, DamagedRecordException;
}
