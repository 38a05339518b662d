package io.pando.disk.catalog;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.DamagedBytesException;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.serve.TableView;
import io.pando.format.DamagedRecordException;
import io.pando.store.ObjectQuery;
import java.io.IOException;
import java.util.SortedMap;

/** Answers queries of a store with a catalog. */
final class CatalogReader extends TableView<CatalogEntry> {
  private final ObjectBytes bytes;

  CatalogReader(
      Metadata metadata,
      CollectionTable collections,
      ObjectTable<CatalogEntry> objects,
      ObjectBytes bytes) {
    super(metadata, collections, objects);
    this.bytes = bytes;
  }

  @Override
  protected Payload read(CatalogEntry object, ByteRange range)
      throws IOException, MetadataException, DamagedBytesException {
    long end = Math.min(range.end(), object.size());
    if (range.offset() >= end) {
      return Payload.EMPTY;
    }
    return Payload.wrap(bytes.read(object, range.offset(), Math.toIntExact(end - range.offset())));
  }

  @Override
  protected void check(CatalogEntry object, ObjectQuery.Amendment amendment)
      throws IOException, MetadataException, DamagedBytesException {
    int unitBytes = bytes.unitBytes();
    for (long unit : amendment.keptBlocks(object.size(), unitBytes)) {
      read(object, new ByteRange(unit * unitBytes, unitBytes));
    }
  }

  @Override
  protected SortedMap<String, Payload> attributes(byte[] record) throws DamagedRecordException {
    return CatalogEntry.decode(record).attributes();
  }
}
