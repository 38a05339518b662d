package io.pando.disk.catalog;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreSpace;
import io.pando.disk.metadata.CollectionTable;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.ObjectTable;
import io.pando.disk.serve.CheckReport;
import io.pando.disk.serve.Fit;
import io.pando.disk.serve.VolumeView;
import io.pando.format.CatalogRecords;
import io.pando.format.CatalogState;
import io.pando.format.DamagedRecordException;
import io.pando.format.FormatException;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore.Usage;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a store whose bytes are elsewhere. Changes gather in the batch of the metadata;
 * what was counted goes there with {@link #store}. One thread uses it.
 */
public final class Catalog {
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
   * What it may take.
   *
   * @param capacityBlocks of data, positive
   * @param objectCacheBytes heap for objects, about
   * @param room of the medium below
   */
  public record Limits(long capacityBlocks, long objectCacheBytes, Room room) {}

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

  /** Opens what the metadata have. */
  public static Catalog open(Metadata metadata, ObjectBytes bytes, Limits limits)
      throws MetadataException, DamagedRecordException {
    Catalog catalog = new Catalog(metadata, bytes, limits, state(metadata));
    catalog.collections.load();
    return catalog;
  }

  /** What the metadata say was counted. */
  public static CatalogState state(Metadata metadata)
      throws MetadataException, DamagedRecordException {
    byte[] record = metadata.get(Family.DEFAULT, STATE);
    try {
      return record == null ? CatalogState.EMPTY : CatalogRecords.STATE.decode(record);
    } catch (FormatException e) {
      throw new DamagedRecordException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Whether there is room for a transaction. */
  public Fit fit(Transaction transaction) {
    long blocks = blocksNeeded(transaction);
    if (blocks > free()) {
      return Fit.NEVER;
    }
    boolean room = limits.room().has(blocks * BLOCK_BYTES, transaction.binding());
    return room ? Fit.NOW : Fit.LATER;
  }

  /** The refusal of a transaction that there is no room for. */
  public CommitOutcome noSpaceFor(Transaction transaction) {
    long needed = blocksNeeded(transaction);
    return new CommitOutcome.NoSpace(
        needed * BLOCK_BYTES, needed <= free() ? 0 : free() * BLOCK_BYTES);
  }

  private long blocksNeeded(Transaction transaction) {
    return StoreSpace.blocksNeeded(transaction, this::blocksOf);
  }

  private long blocksOf(CollectionId collection, ObjectId id) {
    try {
      CatalogEntry object = find(collection, id);
      return object == null ? 0 : object.blocks().count();
    } catch (MetadataException | DamagedRecordException unreadable) {
      // The transaction, which needs the object, fails of it and says so.
      return 0;
    }
  }

  private long free() {
    return Math.max(0, limits.capacityBlocks() - writer.usedBlocks());
  }

  /** An object, as it was applied; null: it is not there. */
  public @Nullable CatalogEntry find(CollectionId collection, ObjectId id)
      throws MetadataException, DamagedRecordException {
    return objects.find(new ObjectTable.Ref(collection, id));
  }

  /** Takes all steps; there must be room for it. */
  public void apply(Transaction transaction)
      throws IOException, MetadataException, DamagedRecordException {
    for (StoreOp op : transaction.ops()) {
      writer.apply(op);
    }
  }

  /**
   * Puts objects that changed, and what was counted, into the metadata's batch.
   *
   * @param sequence number of the newest record of the log that is in it; 0: there is no log
   * @param segment of the log that is being written
   */
  public void store(long sequence, long segment) throws MetadataException {
    objects.store();
    CatalogState state =
        new CatalogState(objects.nextNumber(), writer.usedBlocks(), sequence, segment);
    metadata.put(Family.DEFAULT, STATE, CatalogRecords.STATE.toBytes(state));
  }

  /** Puts objects that changed into the metadata's batch. */
  public void storeObjects() throws MetadataException {
    objects.store();
  }

  /** What was applied will not be given up any more; the cache is kept within its budget. */
  public void keep() {
    keptBlocks = writer.usedBlocks();
    objects.trim();
  }

  /** The metadata gave up what was applied since {@link #keep}. */
  public void abandon() throws MetadataException, DamagedRecordException {
    objects.abandon();
    writer.usedBlocks(keptBlocks);
    collections.load();
  }

  /** What was applied, for questions. */
  public VolumeView reader() {
    return reader;
  }

  /** The collections there are, in order. */
  public List<CollectionId> collections() {
    return collections.list();
  }

  /** How full it is; what others take of the medium counts as used. */
  public Usage usage() {
    long capacity = limits.capacityBlocks() * BLOCK_BYTES;
    long occupied = writer.usedBlocks() * BLOCK_BYTES;
    return limits.room().space().bound(capacity, occupied, 0);
  }

  /** Looks at everything; nothing may be pending. */
  public CheckReport check(boolean readData) throws IOException, MetadataException {
    return new CatalogCheck(metadata, bytes, readData)
        .run(collections.list(), writer.usedBlocks(), objects.nextNumber());
  }
}
