package io.pando.disk.kv;

import io.pando.disk.catalog.Catalog;
import io.pando.disk.catalog.CatalogEntry;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.Fit;
import io.pando.disk.serve.ReadableStore;
import io.pando.disk.serve.Volume;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Everything in ordered maps: a commit is one batch of them. */
final class KvVolume implements Volume {
  private final Metadata metadata;
  private final StripedBytes bytes;
  private final Catalog catalog;

  /** Opens a volume; if that fails, the caller must close the metadata. */
  KvVolume(Metadata metadata, int stripeBytes, Catalog.Limits limits)
      throws MetadataException, DamagedRecordException {
    this.metadata = metadata;
    this.bytes = new StripedBytes(metadata, stripeBytes);
    this.catalog = Catalog.open(metadata, bytes, limits);
  }

  @Override
  public Fit fit(Transaction transaction) {
    return catalog.fit(transaction);
  }

  @Override
  public CommitOutcome noSpaceFor(Transaction transaction) {
    return catalog.noSpaceFor(transaction);
  }

  @Override
  public boolean hasReleased() {
    return false;
  }

  @Override
  public void apply(Transaction transaction)
      throws IOException, MetadataException, DamagedRecordException {
    catalog.apply(transaction);
  }

  @Override
  public void writeData() throws MetadataException {
    bytes.store();
    catalog.store(0, 0);
  }

  @Override
  public void flushData() {
    // The data are part of the metadata.
  }

  @Override
  public void commitMetadata() throws MetadataException {
    metadata.commit();
    catalog.keep();
  }

  @Override
  public void trim() {
    catalog.keep();
  }

  @Override
  public void abandon() throws MetadataException, DamagedRecordException {
    bytes.abandon();
    metadata.abandon();
    catalog.abandon();
  }

  /**
   * The key of the stripe that holds a byte of an object; null if the byte is in a hole or does not
   * exist.
   */
  byte @Nullable [] stripeOf(CollectionId collection, ObjectId id, long offset)
      throws MetadataException, DamagedRecordException {
    CatalogEntry object = catalog.find(collection, id);
    return object == null ? null : bytes.keyOf(object, offset);
  }

  @Override
  public ReadableStore contents() {
    return catalog;
  }

  @Override
  public void close() {
    metadata.close();
  }
}
