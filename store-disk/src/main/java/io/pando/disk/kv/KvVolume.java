package io.pando.disk.kv;

import io.pando.disk.catalog.Catalog;
import io.pando.disk.catalog.CatalogEntry;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.CheckReport;
import io.pando.disk.serve.Fit;
import io.pando.disk.serve.Volume;
import io.pando.disk.serve.VolumeView;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything in ordered maps: a commit is one batch of them. */
final class KvVolume implements Volume {
  private final Metadata metadata;
  private final StripedBytes bytes;
  private final Catalog catalog;

  private KvVolume(Metadata metadata, StripedBytes bytes, Catalog catalog) {
    this.metadata = metadata;
    this.bytes = bytes;
    this.catalog = catalog;
  }

  /** Opens a volume; if that fails, the caller must close the metadata. */
  static KvVolume open(Metadata metadata, int stripeBytes, Catalog.Limits limits)
      throws MetadataException, DamagedRecordException {
    StripedBytes bytes = new StripedBytes(metadata, stripeBytes);
    return new KvVolume(metadata, bytes, Catalog.open(metadata, bytes, limits));
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
  public VolumeView reader() {
    return catalog.reader();
  }

  @Override
  public List<CollectionId> collections() {
    return catalog.collections();
  }

  @Override
  public Usage usage() {
    return catalog.usage();
  }

  @Override
  public CheckReport check(boolean readData) throws IOException, MetadataException {
    return catalog.check(readData);
  }

  @Override
  public void close() {
    metadata.close();
  }
}
