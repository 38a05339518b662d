package io.pando.disk.serve;

import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import java.io.IOException;

/** A question to what is stored. */
public interface Query<T> {
  T ask(Stored store) throws IOException, MetadataException, DamagedRecordException;
}
