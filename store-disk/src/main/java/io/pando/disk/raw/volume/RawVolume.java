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
import io.pando.disk.serve.CheckReport;
import io.pando.disk.serve.Stored;
import io.pando.format.DamagedRecordException;
import io.pando.format.RawStep;
import io.pando.format.RawUpdate;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The store as one thread sees it: no queue, no call-backs, it simply blocks. Updates come from the
 * log, are applied one after another and seen at once. A batch of them ends so:
 *
 * <ol>
 *   <li>data that the log had with it goes to fresh blocks of the device,
 *   <li>which is flushed;
 *   <li>then the metadata take what was changed.
 * </ol>
 *
 * <p>The metadata become durable later, many batches at once; up to there the log may be forgotten.
 * After a crash they are as after one of the batches, {@link #durable} tells which, and the log has
 * the rest. So that this state is whole whatever came after it, blocks that it names are not used
 * again before a newer one is durable ({@link #recycle}).
 */
public final class RawVolume implements Stored, AutoCloseable {
  /** Blocks of 64 MiB that wait to be free are not much. */
  private static final long LEAST_HELD_BLOCKS = (64L << 20) / BLOCK_BYTES;

  /** Where metadata may soon find no room, only so much is. */
  private static final long SHORT_HELD_BLOCKS = (8L << 20) / BLOCK_BYTES;

  /** An eighth of what is used is. */
  private static final int PARTS_HELD = 8;

  private final CheckpointedMetadata metadata;
  private final BlockDevice device;
  private final FreeSpace free;
  private final SharedBlocks shared;
  private final DataStage stage;
  private final ObjectTable<Onode> objects;
  private final Growth growth;
  private final CollectionTable collections;
  private final VolumeWriter writer;
  private final VolumeReader reader;

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
    this.growth = new Growth(device, free);
    ObjectData data = new ObjectData(device, stage, free, shared, edges, growth, codecs);
    this.collections = new CollectionTable(metadata);
    this.writer = new VolumeWriter(metadata, collections, objects, data);
    this.reader =
        new VolumeReader(
            metadata, collections, objects, new ObjectReader(device, stage, edges, codecs));
  }

  /**
   * Reads all records to learn which blocks are free. Closing the parts stays with the caller.
   *
   * @param codecs for blocks that are packed
   */
  public static RawVolume open(
      CheckpointedMetadata metadata,
      BlockDevice device,
      int batchBytes,
      long objectCacheBytes,
      Codecs codecs)
      throws IOException, MetadataException, DamagedRecordException {
    SpaceRebuild rebuild = SpaceRebuild.of(metadata, device);
    rebuild.free().reserved(metadata.taken().reservedBlocks());
    RawVolume volume =
        new RawVolume(metadata, device, batchBytes, objectCacheBytes, codecs, rebuild);
    volume.collections.load();
    return volume;
  }

  /** Sees to it that so many blocks can be allocated; false if there is no room for them. */
  public boolean makeRoom(long blocks) throws IOException {
    return growth.makeRoom(blocks);
  }

  /** Does the same for blocks that were promised already: it takes what is otherwise kept free. */
  public boolean makeLastRoom(long blocks) throws IOException {
    return growth.makeLastRoom(blocks);
  }

  /** Goes a part of the way to so many blocks that can be allocated, if there are fewer. */
  public void growTowards(long blocks) throws IOException {
    growth.growTowards(blocks);
  }

  /** Blocks that can be allocated without asking the medium for more. */
  public long availableBlocks() {
    return free.availableBelowLimit();
  }

  /** Whether what will be free once the metadata are durable is much beside what is used. */
  public boolean holdsMuchBack() {
    return free.released()
        > (isShort ? SHORT_HELD_BLOCKS : Math.max(LEAST_HELD_BLOCKS, free.occupied() / PARTS_HELD));
  }

  /** Blocks that are neither used nor promised, whether the medium has room for them or not. */
  public long freeBlocks() {
    return free.available();
  }

  /**
   * Promises blocks to somebody who writes to them and says so in an update ({@link RawStep#runs}).
   *
   * @param most so many, if they are available; fewer otherwise
   */
  public List<Allotment> allot(long most) {
    List<Allotment> runs = new ArrayList<>();
    for (long left = Math.min(most, free.availableBelowLimit()); left > 0; ) {
      FreeSpace.Run run = free.allot((int) Math.min(left, Integer.MAX_VALUE));
      runs.add(new Allotment(run.first(), run.count()));
      left -= run.count();
    }
    return runs;
  }

  /** Blocks that were promised are not wanted any more. */
  public void giveBack(Allotment unused) {
    free.giveBack(new FreeSpace.Run(unused.first(), unused.count()));
  }

  /**
   * Blocks that an update of the log says were written; told of all of them before any is applied.
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

  /** Takes all steps; there must be room for them. */
  public void apply(RawUpdate update)
      throws IOException, MetadataException, DamagedRecordException {
    writer.apply(update);
  }

  /** An object, made if it is not there, is told to be damaged until it is removed. */
  public void markDamaged(CollectionId collection, ObjectId object, String why)
      throws MetadataException, DamagedRecordException {
    collections.mustExist(collection);
    objects.change(new ObjectTable.Ref(collection, object)).damage(why);
  }

  /** First step of ending a batch: its data are on their way to the device. */
  public void writeData() throws IOException, MetadataException {
    objects.store();
    shared.store(metadata);
    stage.drain();
  }

  /** Second step: the data are durable. */
  public void flushData() throws IOException {
    stage.flush();
  }

  /**
   * Third step: the metadata have taken the batch.
   *
   * @param sequence of the log's last record that was applied
   * @param segment of the log that was there then
   */
  public void commit(long sequence, long segment) throws MetadataException {
    metadata.commit(new Mark(sequence, segment, free.limit()));
    shared.endBatch();
    free.seal(sequence);
    objects.trim();
  }

  /** How far the log is in what is durable. */
  public Mark durable() throws MetadataException {
    return metadata.durable();
  }

  /** Has the metadata become durable, soon or before this returns. */
  public void persist(boolean wait) throws MetadataException {
    metadata.persist(wait);
  }

  /** What was released up to a record of the log that is durable may be used again. */
  public void recycle(long sequence) {
    free.recycle(sequence);
    spareIfLow();
  }

  /** Where the medium is low, most of what is free is unwanted, unless it is announced already. */
  private void spareIfLow() {
    MediumSpace medium = device.space();
    isShort = medium.isShort();
    long held = isShort ? SHORT_HELD_BLOCKS : LEAST_HELD_BLOCKS;
    if (medium.isLow() && free.availableBelowLimit() > 2 * held) {
      free.spare(held);
    }
  }

  /** Looks how full the medium is, and what can be done about it. */
  public Usage look() {
    if (!free.hasAnnounced()) {
      spareIfLow();
    }
    return usage();
  }

  /**
   * Whether free blocks could be given back to the medium; then they do not count as available any
   * more, and once nobody counts on them, {@link #discard} gives them back.
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
   * Gives some free blocks back to the medium: what removed collections had and, where the medium
   * is short, whatever is free. Other stores keep what they have, since getting it again takes the
   * device from everybody else.
   */
  public void discard() throws IOException {
    FreeSpace.Run run = free.takeUnwanted();
    if (run != null && !device.discard(run.first(), run.first() + run.count())) {
      free.onReserved(run);
    }
  }

  /** Blocks for which the medium has no room set aside are noted: after all were claimed. */
  public void learnBare() throws IOException {
    device.eachUnreserved(free.limit(), free::markBare);
  }

  /** Keeps the objects in memory within their budget. */
  public void trim() {
    objects.trim();
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

  /** What a few comparisons tell of which blocks are free. */
  public void invariants() {
    free.invariants();
  }

  /** What a look at every block tells. */
  public void thoroughInvariants() {
    free.thoroughInvariants();
  }
}
