package io.pando.disk.catalog;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.disk.StoreException;
import io.pando.disk.StoreSpace;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.metadata.StoreDirectory;
import io.pando.disk.serve.CheckReport;
import io.pando.disk.serve.Fit;
import io.pando.disk.serve.ReadableStore;
import io.pando.disk.serve.VolumeView;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a store that keeps their bytes elsewhere. Changes gather in the metadata's batch;
 * {@link #store} adds the counters to it. One thread uses it.
 */
public final class Catalog implements ReadableStore {
  private static final byte[] STATE = {0};

  private final Metadata metadata;
  private final ObjectBytes bytes;
  private final Limits limits;
  private final CollectionTable collections;
  private final ObjectTable<CatalogEntry> objects;
  private final CatalogWriter writer;
  private final CatalogReader reader;
  private long keptBlocks;

  /**
   * Resource limits.
   *
   * @param capacityBlocks capacity for data in blocks, positive
   * @param objectCacheBytes approximate heap for cached objects
   * @param space space of the underlying medium
   */
  public record Limits(long capacityBlocks, long objectCacheBytes, Supplier<MediumSpace> space) {}

  private Catalog(Metadata metadata, ObjectBytes bytes, Limits limits, CatalogState state) {
    this.metadata = metadata;
    this.bytes = bytes;
    this.limits = limits;
    this.collections = new CollectionTable(metadata);
    this.objects =
        new ObjectTable<>(
            metadata,
            new CatalogEntry.Loader(metadata),
            limits.objectCacheBytes(),
            state.nextNumber());
    this.writer = new CatalogWriter(metadata, collections, objects, bytes, state.usedBlocks());
    this.reader = new CatalogReader(metadata, collections, objects, bytes);
    this.keptBlocks = state.usedBlocks();
  }

  /** Opens the catalog that the metadata contain. */
  public static Catalog open(Metadata metadata, ObjectBytes bytes, Limits limits)
      throws MetadataException, DamagedRecordException {
    Catalog catalog = new Catalog(metadata, bytes, limits, state(metadata));
    catalog.collections.load();
    return catalog;
  }

  /** The exception for a catalog that cannot be read or decoded while its store is being opened. */
  public static StoreException damaged(StoreDirectory folder, Exception cause) {
    return folder.failed(
        "%s is damaged: %s. To go on, %s"
            .formatted(folder.db(), cause.getMessage(), StoreDirectory.WAY_OUT),
        cause);
  }

  /** The counters as stored in the metadata. */
  public static CatalogState state(Metadata metadata)
      throws MetadataException, DamagedRecordException {
    byte[] record = metadata.get(Family.DEFAULT, STATE);
    return record == null
        ? CatalogState.EMPTY
        : CatalogRecords.decode(CatalogRecords.STATE, record);
  }

  /** Whether a transaction fits now, later, or never. */
  public Fit fit(Transaction transaction) {
    long blocks = blocksNeeded(transaction);
    if (blocks > free()) {
      return Fit.NEVER;
    }
    boolean fits =
        blocks == 0 || limits.space().get().has(blocks * BLOCK_BYTES, transaction.binding());
    return fits ? Fit.NOW : Fit.LATER;
  }

  /** The refusal of a transaction that does not fit. */
  public CommitOutcome noSpaceFor(Transaction transaction) {
    long needed = blocksNeeded(transaction);
    return new CommitOutcome.NoSpace(
        needed * BLOCK_BYTES, needed <= free() ? 0 : free() * BLOCK_BYTES);
  }

  /** Number of free blocks that surely suffice for a transaction. */
  public long blocksNeeded(Transaction transaction) {
    return StoreSpace.blocksNeeded(transaction, this::blocksOf);
  }

  private long blocksOf(CollectionId collection, ObjectId id) {
    try {
      CatalogEntry object = find(collection, id);
      return object == null ? 0 : object.blocks().count();
    } catch (MetadataException | DamagedRecordException unreadable) {
      // The object is needed but missing: applying the transaction will fail and report it.
      return 0;
    }
  }

  private long free() {
    return Math.max(0, limits.capacityBlocks() - writer.usedBlocks());
  }

  /** An object in its applied state; null if it does not exist. */
  public @Nullable CatalogEntry find(CollectionId collection, ObjectId id)
      throws MetadataException, DamagedRecordException {
    return objects.find(new ObjectTable.Ref(collection, id));
  }

  /** Applies all steps; the transaction must fit. */
  public void apply(Transaction transaction)
      throws IOException, MetadataException, DamagedRecordException {
    for (StoreOp op : transaction.ops()) {
      apply(op);
    }
  }

  /** Applies a step; its transaction must fit. */
  public void apply(StoreOp op) throws IOException, MetadataException, DamagedRecordException {
    writer.apply(op);
  }

  /**
   * Makes a range of an object damaged, as if its bytes were those of an object where they cannot
   * be read; the step's transaction must fit. The blocks stay damaged until all their bytes are
   * replaced.
   */
  public void damage(CollectionId collection, ObjectId object, ByteRange range)
      throws MetadataException, DamagedRecordException {
    writer.damage(collection, object, range);
  }

  /**
   * Puts changed objects and the counters into the metadata's batch.
   *
   * @param sequence number of the newest log record included in it; 0 if there is no log
   * @param segment current segment of the log
   */
  public void store(long sequence, long segment) throws MetadataException {
    objects.store();
    CatalogState state =
        new CatalogState(objects.nextNumber(), writer.usedBlocks(), sequence, segment);
    metadata.put(Family.DEFAULT, STATE, CatalogRecords.STATE.toBytes(state));
  }

  /** Puts changed objects into the metadata's batch. */
  public void storeObjects() throws MetadataException {
    objects.store();
  }

  /**
   * Marks the applied changes as final: {@link #abandon} keeps them. Trims the cache to its budget.
   */
  public void keep() {
    keptBlocks = writer.usedBlocks();
    objects.trim();
  }

  /** Drops everything applied since {@link #keep}; the metadata must have dropped it already. */
  public void abandon() throws MetadataException, DamagedRecordException {
    objects.abandon();
    writer.usedBlocks(keptBlocks);
    collections.load();
  }

  @Override
  public VolumeView reader() {
    return reader;
  }

  @Override
  public List<CollectionId> collections() {
    return collections.list();
  }

  /** Space of the medium that others occupy counts as used. */
  @Override
  public Usage usage() {
    long capacity = limits.capacityBlocks() * BLOCK_BYTES;
    long occupied = writer.usedBlocks() * BLOCK_BYTES;
    return limits.space().get().bound(capacity, occupied, 0);
  }

  @Override
  public CheckReport check(boolean readData) throws IOException, MetadataException {
    return new CatalogCheck(metadata, bytes, readData)
        .run(collections.list(), writer.usedBlocks(), objects.nextNumber());
  }
}
