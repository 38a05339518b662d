package io.pando.disk.raw;

import io.pando.disk.ShardFolders;
import io.pando.disk.StoreException;
import io.pando.disk.StoreFolder;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreSpace;
import io.pando.disk.account.Account;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DataIo;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogMedium;
import io.pando.disk.metadata.CheckpointedMetadata;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.StoreDirectory;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.check.CheckListener;
import io.pando.disk.raw.check.Remedy;
import io.pando.disk.raw.check.StatsWalk;
import io.pando.disk.raw.check.StoreCheck;
import io.pando.disk.raw.check.StoreFault;
import io.pando.disk.raw.check.StoreRepair;
import io.pando.disk.raw.check.StoreStats;
import io.pando.disk.raw.format.RawStep;
import io.pando.disk.raw.format.RawSuperblock;
import io.pando.disk.raw.format.RawTransaction;
import io.pando.disk.raw.pipeline.Pipeline;
import io.pando.disk.raw.pipeline.log.LogPlaces;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.ReadableStore;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A raw store without a daemon, for maintenance: it can be checked, repaired, read and filled. It
 * is locked while it is open. It can be opened if its superblock and its metadata can, whatever
 * else is damaged; {@link #volume} requires a sound store. One thread uses it.
 */
public final class OfflineStore implements AutoCloseable {
  private static final String ASIDE = "set-aside";

  private final Path directory;
  private final StoreIdentity identity;
  private final CheckpointedMetadata metadata;
  private final BlockDevice device;
  private final RawStoreConfig config;
  private @Nullable RawVolume volume;

  /** Why the log's records could not be applied to the store; null if they were. */
  private @Nullable String logTrouble;

  private OfflineStore(
      Path directory,
      StoreIdentity identity,
      CheckpointedMetadata metadata,
      BlockDevice device,
      RawStoreConfig config) {
    this.directory = directory;
    this.identity = identity;
    this.metadata = metadata;
    this.device = device;
    this.config = config;
  }

  /**
   * The stores of a directory: an OSD's directory, the directory of its stores, or one store's own.
   *
   * @throws StoreException if there is no store
   */
  public static List<Path> find(Path directory) throws StoreException {
    for (Path candidate : List.of(directory, directory.resolve("store"))) {
      if (new StoreFolder(candidate).isFormatted()) {
        return List.of(candidate);
      }
      List<Path> shards = new ArrayList<>();
      for (int shard = 0; Files.isDirectory(ShardFolders.of(candidate, shard)); shard++) {
        shards.add(ShardFolders.of(candidate, shard));
      }
      // A store that lost its superblock is reported, not skipped; stores of other kinds have none.
      if (shards.stream().anyMatch(shard -> new StoreFolder(shard).isFormatted())) {
        return List.copyOf(shards);
      }
    }
    throw new StoreException(
        directory
            + " holds no raw store, and others cannot be looked after: give the directory of an"
            + " OSD, as osd.0, or that of a shard's store, as osd.0/store/shard-0");
  }

  /**
   * Opens the store in its own directory. The log's records are applied to it first; if that fails,
   * {@link #check} reports it.
   */
  public static OfflineStore open(Path directory) throws StoreException {
    RawSuperblock superblock = RawDirectory.superblock(directory);
    RawStoreConfig config = RawStoreConfig.DEFAULT;
    CheckpointedMetadata metadata = RawDirectory.openMetadata(directory, config, new Account());
    BlockDevice device = null;
    try {
      device = DataPlace.open(directory, superblock, config.withIo(DataIo.PLAIN), Media.FILES);
      OfflineStore store =
          new OfflineStore(directory, superblock.store(), metadata, device, config);
      store.takeLog();
      return store;
    } finally {
      if (device == null) {
        metadata.close();
      }
    }
  }

  private void takeLog() {
    logTrouble = null;
    try {
      Pipeline.takeLog(
          resources(), config.pipeline(), config.limits(), config.memory().objectCacheBytes());
    } catch (IOException
        | MetadataException
        | DamagedRecordException
        | LogDamagedException
        | StoreException e) {
      logTrouble = "the records of the operation log cannot be applied: " + e.getMessage();
    }
  }

  private StoreResources resources() throws IOException, MetadataException, StoreException {
    Account account = new Account();
    LogMedium log = RawDirectory.openLog(directory, metadata, config, Media.FILES, account);
    Codecs codecs = RawDirectory.codecs(directory);
    return new StoreResources(
        identity,
        directory.toString(),
        new StoreResources.Devices(metadata, device, log, false),
        codecs,
        StoreResources.Metering.of(account));
  }

  public Path directory() {
    return directory;
  }

  /** Identity of the owner. */
  public StoreIdentity identity() {
    return identity;
  }

  /** An access to the store. */
  private interface Access<T> {
    T make() throws IOException, MetadataException, DamagedRecordException, StoreException;
  }

  private <T> T access(Access<T> access) throws StoreException {
    try {
      return access.make();
    } catch (MetadataException | DamagedRecordException e) {
      throw new StoreException(
          String.format(
              "%s is damaged: %s. 'pando store repair' repairs the store as far as possible; if"
                  + " that fails, %s",
              directory, e.getMessage(), StoreDirectory.WAY_OUT),
          e);
    } catch (IOException e) {
      throw new StoreException(
          directory + ": " + e + ". Check the device, its permissions and free space", e);
    }
  }

  /** Checks everything; with {@code readData}, also every byte of objects. */
  public StoreCheck.Census check(boolean readData, CheckListener listener) throws StoreException {
    if (logTrouble != null) {
      listener.onFault(new StoreFault(StoreFault.Kind.LOG, null, null, logTrouble, List.of()));
    }
    if (readData) {
      verify(listener);
    }
    return access(() -> StoreCheck.run(metadata, device, readData, listener));
  }

  private void verify(CheckListener listener) {
    try {
      metadata.verify();
    } catch (MetadataException e) {
      String what = "files of the metadata are damaged: " + e.getMessage();
      listener.onFault(new StoreFault(StoreFault.Kind.UNREADABLE, null, null, what, List.of()));
    }
  }

  /**
   * Applies the remedies that a check proposed, and then the log's records, if that was not
   * possible before.
   *
   * @return number of remedies applied
   */
  public int repair(StoreCheck.Census census, List<Remedy> remedies) throws StoreException {
    boolean logLeft = logTrouble != null;
    if (logLeft && remedies.stream().anyMatch(Remedy.SeparateBlock.class::isInstance)) {
      reservePlacesOfLog(census);
    }
    int taken =
        access(() -> StoreRepair.run(metadata, device, census, remedies, directory.resolve(ASIDE)));
    if (logLeft) {
      takeLog();
    }
    return taken;
  }

  /** Blocks that look free may hold data that records of the log refer to. */
  private void reservePlacesOfLog(StoreCheck.Census census) throws StoreException {
    access(() -> {
      try {
        LogPlaces.read(resources(), config.pipeline().log(), run -> reserve(census, run));
        return census;
      } catch (LogDamagedException e) {
        throw new StoreException(
            directory
                + " was not changed: its log is unreadable, so blocks in use are unknown: "
                + e.getMessage(),
            e);
      }
    });
  }

  private static void reserve(StoreCheck.Census census, RawStep.Run run) {
    for (int i = 0; i < run.count(); i++) {
      census.owned().reserve(run.place() + i);
    }
  }

  /** Counts the contents. */
  public StoreStats stats() throws StoreException {
    return access(() -> StatsWalk.run(metadata, device.blocks()));
  }

  /**
   * The store as a daemon sees it; only {@link #commit} may change it from now on.
   *
   * @throws StoreException if the store is damaged
   */
  public ReadableStore volume() throws StoreException {
    return rawVolume();
  }

  private RawVolume rawVolume() throws StoreException {
    RawVolume opened = volume;
    if (opened == null) {
      opened =
          access(() ->
              RawVolume.open(
                  metadata,
                  device,
                  config.limits().bytes(),
                  config.memory().objectCacheBytes(),
                  RawDirectory.codecs(directory)));
      volume = opened;
    }
    return opened;
  }

  /** A change of the open store. */
  private interface Change {
    void make(RawVolume open) throws IOException, MetadataException, DamagedRecordException;
  }

  /** Applies a transaction; it is durable when this returns, and not applied if this fails. */
  public void commit(Transaction transaction) throws StoreException {
    change(open -> {
      long blocks = StoreSpace.blocksNeeded(transaction);
      if (!open.reserve(blocks)) {
        throw new DeviceFullException(
            "it has no space for %d blocks, %d are free".formatted(blocks, open.freeBlocks()));
      }
      List<RawStep> steps = new ArrayList<>();
      transaction.ops().forEach(op -> steps.add(new RawStep.Take(op)));
      open.apply(new RawTransaction(steps));
    });
  }

  /** Marks an object as damaged: it exists, but reads of it report damage. */
  public void markDamaged(CollectionId collection, ObjectId object, String why)
      throws StoreException {
    change(open -> open.markDamaged(collection, object, why));
  }

  private void change(Change change) throws StoreException {
    if (logTrouble != null) {
      throw new StoreException(
          directory + " cannot be changed: " + logTrouble + ". Bring the log back, or remove it");
    }
    RawVolume open = rawVolume();
    access(() -> {
      change.make(open);
      open.writeData();
      open.flushData();
      Mark before = open.durable();
      open.commit(before.sequence(), before.segment());
      open.persist(true);
      open.recycle(before.sequence());
      return open;
    });
  }

  /** Begins the import of a collection: no daemon opens the store before {@link #endImport}. */
  public void beginImport(CollectionId collection) throws StoreException {
    access(() -> {
      ImportMark.add(directory, collection);
      return directory;
    });
  }

  /** Ends the import: the imported collections are complete. */
  public void endImport() throws StoreException {
    access(() -> {
      ImportMark.remove(directory);
      return directory;
    });
  }

  /** Collections of an interrupted import. */
  public List<CollectionId> interruptedImport() throws StoreException {
    return access(() -> ImportMark.read(directory));
  }

  /** Removes the remains of an interrupted import. */
  public void abandonImport() throws StoreException {
    for (CollectionId collection : interruptedImport()) {
      if (volume().collections().contains(collection)) {
        commit(Transaction.of(new StoreOp.RemoveCollection(collection)));
      }
    }
    endImport();
  }

  @Override
  public void close() throws StoreException {
    RawDirectory.close(directory, metadata, device);
  }
}
