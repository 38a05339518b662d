package io.pando.disk.raw.volume;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.metadata.ObjectWriter;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import java.io.IOException;

/** Applies the steps of updates; objects' bytes go to the device's stage. */
final class VolumeWriter extends ObjectWriter<Onode> {
  private final ObjectData data;
  private final BlockSharing sharing;

  VolumeWriter(
      Metadata metadata,
      CollectionTable collections,
      ObjectTable<Onode> objects,
      ObjectData data,
      BlockSharing sharing) {
    super(metadata, collections, objects);
    this.data = data;
    this.sharing = sharing;
  }

  /** Applies all steps; there must be space for them. */
  void apply(RawTransaction update) throws IOException, MetadataException, DamagedRecordException {
    for (RawStep step : update.steps()) {
      switch (step) {
        case RawStep.Take take -> apply(take.op());
        case RawStep.Place place -> data.place(change(place.collection(), place.object()), place);
        case RawStep.Pack pack -> data.pack(change(pack.collection(), pack.object()), pack);
      }
    }
  }

  /** Marks an object as damaged until it is removed; it is created if it does not exist. */
  void markDamaged(CollectionId collection, ObjectId object, String why)
      throws MetadataException, DamagedRecordException {
    change(collection, object).damage(why);
  }

  @Override
  protected void write(Onode onode, long offset, Payload bytes)
      throws IOException, MetadataException, DamagedRecordException {
    data.write(onode, offset, bytes);
  }

  @Override
  protected void zero(Onode onode, ByteRange range)
      throws IOException, MetadataException, DamagedRecordException {
    data.zero(onode, range);
  }

  @Override
  protected void truncate(Onode onode, long size)
      throws IOException, MetadataException, DamagedRecordException {
    data.truncate(onode, size);
  }

  @Override
  protected void removeBytes(Onode onode)
      throws IOException, MetadataException, DamagedRecordException {
    data.truncate(onode, 0);
  }

  @Override
  protected void copyBytes(Onode from, Onode into)
      throws MetadataException, DamagedRecordException {
    sharing.shareAll(from, into);
  }

  @Override
  protected void copyRange(Onode from, Onode into, long start, long end)
      throws IOException, MetadataException, DamagedRecordException {
    sharing.shareRange(from, into, start, end);
  }

  @Override
  protected void onCollectionRemoved() {
    data.onCollectionRemoved();
  }
}
