package io.pando.disk.serve;

import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import java.io.IOException;

/** A query of the stored state. */
public interface Query<T> {
  T ask(ReadableStore store) throws IOException, MetadataException, DamagedRecordException;
}
