package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreSpace;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.serve.CheckReport;
import io.pando.disk.serve.Volume;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.List;

/**
 * The store as one thread sees it: no queue, no call-backs, it simply blocks. Transactions are
 * applied one after another and seen at once; a commit makes all of them durable together:
 *
 * <ol>
 *   <li>data goes to fresh blocks of the device;
 *   <li>which is flushed;
 *   <li>then one synchronous batch of metadata makes these blocks the objects';
 *   <li>then what they replace is free.
 * </ol>
 *
 * A crash before the third step leaves the objects as they were, with fresh blocks that nobody owns
 * and that are free again after the next opening; {@link #abandon} does the same on the spot.
 */
public final class RawVolume implements Volume {
  private final Metadata metadata;
  private final BlockDevice device;
  private final FreeSpace free;
  private final SharedBlocks shared;
  private final DataStage stage;
  private final ObjectTable<Onode> objects;
  private final EdgeBlocks edges = new EdgeBlocks();
  private final ObjectData data;
  private final CollectionTable collections;
  private final VolumeWriter writer;
  private final VolumeReader reader;

  private RawVolume(
      Metadata metadata,
      BlockDevice device,
      int batchBytes,
      long objectCacheBytes,
      SpaceRebuild rebuild) {
    this.metadata = metadata;
    this.device = device;
    this.free = rebuild.free();
    this.shared = rebuild.shared();
    this.stage = new DataStage(device, batchBytes / BLOCK_BYTES);
    this.objects =
        new ObjectTable<>(
            metadata, new Onode.Loader(metadata), objectCacheBytes, rebuild.nextNumber());
    this.data = new ObjectData(device, stage, free, shared, edges);
    this.collections = new CollectionTable(metadata);
    this.writer = new VolumeWriter(metadata, collections, objects, data);
    this.reader =
        new VolumeReader(metadata, collections, objects, new ObjectReader(device, stage, edges));
  }

  /** Reads all records to learn which blocks are free. Closing the parts stays with the caller. */
  public static RawVolume open(
      Metadata metadata, BlockDevice device, int batchBytes, long objectCacheBytes)
      throws MetadataException, DamagedRecordException {
    SpaceRebuild rebuild = SpaceRebuild.of(metadata, device);
    RawVolume volume = new RawVolume(metadata, device, batchBytes, objectCacheBytes, rebuild);
    volume.collections.load();
    return volume;
  }

  @Override
  public boolean hasRoomFor(Transaction transaction) throws IOException {
    return data.makeRoom(StoreSpace.blocksNeeded(transaction));
  }

  @Override
  public CommitOutcome noSpaceFor(Transaction transaction) {
    long neededBytes = StoreSpace.blocksNeeded(transaction) * BLOCK_BYTES;
    long freeBytes = free.available() * BLOCK_BYTES;
    boolean mediumIsFull = freeBytes >= neededBytes;
    return new CommitOutcome.NoSpace(
        neededBytes, mediumIsFull ? free.availableBelowLimit() * BLOCK_BYTES : freeBytes);
  }

  @Override
  public boolean hasReleased() {
    return free.hasReleased();
  }

  @Override
  public void apply(Transaction transaction)
      throws IOException, MetadataException, DamagedRecordException {
    writer.apply(transaction);
  }

  /** An object, made if it is not there, is told to be damaged until it is removed. */
  public void markDamaged(CollectionId collection, ObjectId object, String why)
      throws MetadataException, DamagedRecordException {
    collections.mustExist(collection);
    objects.change(new ObjectTable.Ref(collection, object)).damage(why);
  }

  @Override
  public void writeData() throws IOException, MetadataException {
    objects.store();
    shared.store(metadata);
    stage.drain();
  }

  @Override
  public void flushData() throws IOException {
    stage.flush();
  }

  @Override
  public void commitMetadata() throws MetadataException {
    metadata.commit();
    stage.endBatch();
    shared.endBatch();
    free.recycle();
  }

  @Override
  public void trim() {
    objects.trim();
  }

  @Override
  public void abandon() throws MetadataException, DamagedRecordException {
    metadata.abandon();
    free.undo(stage.abandon());
    shared.abandon();
    edges.clear();
    objects.abandon();
    collections.load();
  }

  @Override
  public VolumeReader reader() {
    return reader;
  }

  @Override
  public List<CollectionId> collections() {
    return collections.list();
  }

  @Override
  public Usage usage() {
    return new Usage(free.capacity() * BLOCK_BYTES, free.occupied() * BLOCK_BYTES);
  }

  @Override
  public CheckReport check(boolean readData) throws MetadataException, DamagedRecordException {
    return VolumeCheck.run(metadata, free, device, readData);
  }

  @Override
  public void close() throws IOException {
    metadata.close();
    device.close();
  }
}
