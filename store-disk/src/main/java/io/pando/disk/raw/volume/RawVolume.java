package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.metadata.CheckpointedMetadata;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.serve.CheckReport;
import io.pando.disk.serve.ReadableStore;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The store as used by one thread: it blocks, without queues or callbacks. Updates come from the
 * log, are applied one after another, and are visible at once. A batch ends in these steps:
 *
 * <ol>
 *   <li>data that came with the log go to new blocks of the device,
 *   <li>the device is flushed,
 *   <li>the changes go to the metadata.
 * </ol>
 *
 * <p>The metadata become durable later, many batches at once; then the log can be released up to
 * that point. After a crash, the metadata are as after one of the batches. {@link #durable} says
 * which; the log has the later ones. That state must stay intact, so blocks that it names are not
 * reused before a newer state is durable ({@link #recycle}).
 */
public final class RawVolume implements ReadableStore, AutoCloseable {
  /** Released blocks of up to 64 MiB are not many. */
  private static final long LEAST_HELD_BLOCKS = (64L << 20) / BLOCK_BYTES;

  /** The same bound when the metadata may soon find no space: 8 MiB. */
  private static final long SHORT_HELD_BLOCKS = (8L << 20) / BLOCK_BYTES;

  /** Released blocks are many from an eighth of the used blocks. */
  private static final int PARTS_HELD = 8;

  private final CheckpointedMetadata metadata;
  private final BlockDevice device;
  private final FreeSpace free;
  private final SharedBlocks shared;
  private final DataStage stage;
  private final ObjectTable<Onode> objects;
  private final DeviceGrowth growth;
  private final CollectionTable collections;
  private final VolumeWriter writer;
  private final ObjectReader reader;

  /** Whether the medium was short at the last look. */
  private boolean isShort;

  private RawVolume(
      CheckpointedMetadata metadata,
      BlockDevice device,
      int batchBytes,
      long objectCacheBytes,
      Codecs codecs,
      SpaceRebuild rebuild)
      throws IOException {
    this.metadata = metadata;
    this.device = device;
    this.free = rebuild.free();
    this.shared = rebuild.shared();
    this.stage = new DataStage(device, batchBytes / BLOCK_BYTES);
    this.objects =
        new ObjectTable<>(
            metadata, new Onode.Loader(metadata), objectCacheBytes, rebuild.nextNumber());
    EdgeBlocks edges = new EdgeBlocks();
    this.growth = new DeviceGrowth(device, free);
    ObjectData data =
        new ObjectData(device, stage, new ObjectData.Space(free, shared, growth), edges, codecs);
    this.collections = new CollectionTable(metadata);
    BlockSharing sharing = new BlockSharing(data, shared);
    this.writer = new VolumeWriter(metadata, collections, objects, data, sharing);
    this.reader =
        new ObjectReader(
            metadata, collections, objects, new ObjectReader.Bytes(device, stage, edges, codecs));
  }

  /**
   * Reads all records to find the free blocks. If that fails, the caller must close the resources.
   *
   * @param codecs codecs for packed blocks
   */
  public static RawVolume open(
      CheckpointedMetadata metadata,
      BlockDevice device,
      int batchBytes,
      long objectCacheBytes,
      Codecs codecs)
      throws IOException, MetadataException, DamagedRecordException {
    SpaceRebuild rebuild = SpaceRebuild.of(metadata, device);
    rebuild.free().reserved(metadata.committed().reservedBlocks());
    RawVolume volume =
        new RawVolume(metadata, device, batchBytes, objectCacheBytes, codecs, rebuild);
    volume.collections.load();
    return volume;
  }

  /**
   * Makes sure that {@code blocks} blocks can be allocated; false if there is no space for them.
   */
  public boolean reserve(long blocks) throws IOException {
    return growth.reserve(blocks);
  }

  /** Does the same for blocks that were promised already: may use the headroom of the medium. */
  public boolean reservePromised(long blocks) throws IOException {
    return growth.reservePromised(blocks);
  }

  /** Reserves a part of the blocks that are missing to {@code blocks} available ones. */
  public void growTowards(long blocks) throws IOException {
    growth.growTowards(blocks);
  }

  /** Number of blocks that can be allocated without further space from the medium. */
  public long availableBlocks() {
    return free.availableBelowLimit();
  }

  /**
   * Whether the released blocks, which become free with the metadata's durability, are many
   * compared with the used ones.
   */
  public boolean holdsMuchBack() {
    return free.released()
        > (isShort ? SHORT_HELD_BLOCKS : Math.max(LEAST_HELD_BLOCKS, free.occupied() / PARTS_HELD));
  }

  /** Number of free blocks, whether the medium has space for them or not. */
  public long freeBlocks() {
    return free.available();
  }

  /**
   * Promises blocks to a writer that reports their use in an update ({@link RawStep#runs}).
   *
   * @param most number of blocks; fewer are promised if fewer are available
   */
  public List<GrantedExtent> allot(long most) {
    List<GrantedExtent> runs = new ArrayList<>();
    for (long left = Math.min(most, free.availableBelowLimit()); left > 0; ) {
      FreeSpace.Run run = free.allot((int) Math.min(left, Integer.MAX_VALUE));
      runs.add(new GrantedExtent(run.first(), run.count()));
      left -= run.count();
    }
    return runs;
  }

  /** Takes back promised blocks that are not needed. */
  public void giveBack(GrantedExtent unused) {
    free.giveBack(new FreeSpace.Run(unused.first(), unused.count()));
  }

  /**
   * Marks the blocks that an update of the log names as allotted; called for all updates before any
   * is applied.
   */
  public void claim(RawStep step) throws DamagedRecordException {
    for (RawStep.Run run : step.runs()) {
      for (int i = 0; i < run.count(); i++) {
        if (!free.claimAllotted(run.place() + i)) {
          throw new DamagedRecordException(
              "block " + (run.place() + i) + " of the data has two owners or does not exist");
        }
      }
    }
  }

  /** Applies all steps; there must be space for them. */
  public void apply(RawTransaction update)
      throws IOException, MetadataException, DamagedRecordException {
    writer.apply(update);
  }

  /** Marks an object as damaged until it is removed; it is created if it does not exist. */
  public void markDamaged(CollectionId collection, ObjectId object, String why)
      throws MetadataException, DamagedRecordException {
    writer.markDamaged(collection, object, why);
  }

  /** First step of ending a batch: writes its data to the device. */
  public void writeData() throws IOException, MetadataException {
    objects.store();
    shared.store(metadata);
    stage.drain();
  }

  /** Second step: makes the data durable. */
  public void flushData() throws IOException {
    stage.flush();
  }

  /**
   * Third step: hands the batch to the metadata.
   *
   * @param sequence number of the last log record that was applied
   * @param segment log segment that existed at that time
   */
  public void commit(long sequence, long segment) throws MetadataException {
    metadata.commit(new Mark(sequence, segment, free.limit()));
    shared.endBatch();
    free.seal(sequence);
    objects.trim();
  }

  /** Position in the log of the durable metadata. */
  public Mark durable() throws MetadataException {
    return metadata.durable();
  }

  /** Makes the metadata durable, soon or before this returns. */
  public void persist(boolean wait) throws MetadataException {
    metadata.persist(wait);
  }

  /** Frees the blocks that updates released up to a log record, which must be durable. */
  public void recycle(long sequence) {
    free.recycle(sequence);
    spareIfLow();
  }

  /** Marks most free blocks as unwanted if the medium is low. */
  private void spareIfLow() {
    MediumSpace medium = device.space();
    isShort = medium.isShort();
    long held = isShort ? SHORT_HELD_BLOCKS : LEAST_HELD_BLOCKS;
    if (medium.isLow() && free.availableBelowLimit() > 2 * held) {
      free.markUnwanted(held);
    }
  }

  /**
   * Checks the medium's space; unless blocks are announced already, marks free blocks as unwanted
   * if it is low.
   */
  public Usage look() {
    if (!free.hasAnnounced()) {
      spareIfLow();
    }
    return usage();
  }

  /**
   * Announces that unwanted free blocks, if there are any, go back to the medium; returns whether
   * there are. They stop counting as available; {@link #discard} gives them back once the owner's
   * loop no longer counts on them.
   */
  public boolean announceUnwanted() {
    boolean any = free.hasUnwanted() && !free.hasAnnounced();
    if (any) {
      free.announce();
    }
    return any;
  }

  /** Whether {@link #discard} has something to do. */
  public boolean hasAnnounced() {
    return free.hasAnnounced();
  }

  /**
   * Gives a run of announced blocks back to the medium. These come from removed collections and, if
   * the medium is low, from most of the free blocks. Otherwise a store keeps its free blocks, since
   * reserving them again would slow down all other users of the device.
   */
  public void discard() throws IOException {
    FreeSpace.Run run = free.takeUnwanted();
    if (run != null && !device.discard(run.first(), run.first() + run.count())) {
      free.onReserved(run);
    }
  }

  /**
   * Marks free blocks without reserved space as bare; called after all used blocks were claimed.
   */
  public void learnBare() throws IOException {
    device.eachUnreserved(free.limit(), free::markBare);
  }

  /** Trims the cached objects to their budget. */
  public void trim() {
    objects.trim();
  }

  @Override
  public ObjectReader reader() {
    return reader;
  }

  @Override
  public List<CollectionId> collections() {
    return collections.list();
  }

  @Override
  public Usage usage() {
    long capacity = free.capacity() * BLOCK_BYTES;
    long occupied = free.occupied() * BLOCK_BYTES;
    MediumSpace medium = device.space();
    isShort = medium.isShort();
    long reserved = (free.limit() + growth.claimed() - free.bare()) * BLOCK_BYTES - occupied;
    return medium.bound(capacity, occupied, reserved);
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

  /** Invariants of the free blocks that take only a few comparisons. */
  public void invariants() {
    free.invariants();
  }

  /** Invariants of the free blocks that take a look at every block. */
  public void thoroughInvariants() {
    free.thoroughInvariants();
  }
}
