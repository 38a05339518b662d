package io.pando.disk.raw;

import io.pando.disk.StoreException;
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
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.check.CheckListener;
import io.pando.disk.raw.check.Fault;
import io.pando.disk.raw.check.Remedy;
import io.pando.disk.raw.check.StatsWalk;
import io.pando.disk.raw.check.StoreCheck;
import io.pando.disk.raw.check.StoreRepair;
import io.pando.disk.raw.check.StoreStats;
import io.pando.disk.raw.pipeline.LogPlaces;
import io.pando.disk.raw.pipeline.Pipeline;
import io.pando.disk.raw.volume.RawVolume;
import io.pando.disk.serve.Stored;
import io.pando.format.DamagedRecordException;
import io.pando.format.RawStep;
import io.pando.format.RawSuperblock;
import io.pando.format.RawUpdate;
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
 * A raw store without a daemon, for those who look after it: the door through which it is examined,
 * mended, read and filled. Whoever has it open keeps everybody else out. It can be opened as long
 * as its superblock and its metadata can, whatever else is wrong; {@link #volume} needs it sound.
 * One thread uses it.
 */
public final class OfflineStore implements AutoCloseable {
  private static final String ASIDE = "set-aside";

  private final Path directory;
  private final StoreIdentity identity;
  private final CheckpointedMetadata metadata;
  private final BlockDevice device;
  private final RawStoreConfig config;
  private @Nullable RawVolume volume;

  /** Why what the log holds is not in the store, if that is so. */
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
   * The stores of a directory: of an OSD, of its stores, or one store's own.
   *
   * @throws StoreException if there is none
   */
  public static List<Path> find(Path directory) throws StoreException {
    for (Path candidate : List.of(directory, directory.resolve("store"))) {
      if (RawDirectory.isFormatted(candidate)) {
        return List.of(candidate);
      }
      List<Path> shards = new ArrayList<>();
      for (int shard = 0; Files.isDirectory(RawShards.shard(candidate, shard)); shard++) {
        shards.add(RawShards.shard(candidate, shard));
      }
      // One that lost its superblock is to be told, not passed over; stores of other kinds have
      // none.
      if (shards.stream().anyMatch(RawDirectory::isFormatted)) {
        return List.copyOf(shards);
      }
    }
    throw new StoreException(
        directory
            + " holds no raw store, and others cannot be looked after: give the directory of an"
            + " OSD, as osd.0, or that of a shard's store, as osd.0/store/shard-0");
  }

  /**
   * Opens the store of a directory of its own. What its log holds is taken into it first; if that
   * cannot be, {@link #check} tells.
   */
  public static OfflineStore open(Path directory) throws StoreException {
    RawSuperblock superblock = Superblock.readOf(directory);
    RawStoreConfig config = RawStoreConfig.DEFAULT;
    CheckpointedMetadata metadata = RawDirectory.openMetadata(directory, config, new Account());
    BlockDevice device = null;
    try {
      device = DataPlace.open(directory, superblock, config.withIo(DataIo.PLAIN), Media.FILES);
      OfflineStore store =
          new OfflineStore(
              directory,
              new StoreIdentity(superblock.cluster(), superblock.osd(), superblock.shard()),
              metadata,
              device,
              config);
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
      Pipeline.takeLog(ground(), config.pipeline(), config.limits(), config.objectCacheBytes());
    } catch (IOException
        | MetadataException
        | DamagedRecordException
        | LogDamagedException
        | StoreException e) {
      logTrouble = "what the operation log holds cannot be taken: " + e.getMessage();
    }
  }

  private Pipeline.Ground ground() throws IOException, MetadataException, StoreException {
    Account account = new Account();
    LogMedium log = RawDirectory.openLog(directory, metadata, config, Media.FILES, account);
    Codecs codecs = RawDirectory.codecs(directory);
    return new Pipeline.Ground(
        identity, metadata, device, log, codecs, account, directory.toString());
  }

  public Path directory() {
    return directory;
  }

  /** Whose it is. */
  public StoreIdentity identity() {
    return identity;
  }

  /** Looks at everything, and with {@code readData} at every byte of objects. */
  public StoreCheck.Census check(boolean readData, CheckListener listener) throws StoreException {
    try {
      if (logTrouble != null) {
        listener.onFault(new Fault(Fault.Kind.LOG, null, null, logTrouble, List.of()));
      }
      if (readData) {
        verify(listener);
      }
      return StoreCheck.run(metadata, device, readData, listener);
    } catch (MetadataException e) {
      throw damaged(e);
    }
  }

  private void verify(CheckListener listener) {
    try {
      metadata.verify();
    } catch (MetadataException e) {
      String what = "files of the metadata are damaged: " + e.getMessage();
      listener.onFault(new Fault(Fault.Kind.UNREADABLE, null, null, what, List.of()));
    }
  }

  /**
   * Takes the remedies that a check found, and then what the log holds, if that could not be taken
   * before.
   *
   * @return how many remedies were taken
   */
  public int repair(StoreCheck.Census census, List<Remedy> remedies) throws StoreException {
    boolean logLeft = logTrouble != null;
    try {
      if (logLeft && remedies.stream().anyMatch(Remedy.SeparateBlock.class::isInstance)) {
        // Blocks that look free may be what the log was written for.
        LogPlaces.read(ground(), config.pipeline().log(), run -> reserve(census, run));
      }
      int taken = StoreRepair.run(metadata, device, census, remedies, directory.resolve(ASIDE));
      if (logLeft) {
        takeLog();
      }
      return taken;
    } catch (MetadataException | DamagedRecordException e) {
      throw damaged(e);
    } catch (LogDamagedException e) {
      throw new StoreException(
          directory + " was not changed, since nobody knows what its log needs: " + e.getMessage(),
          e);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static void reserve(StoreCheck.Census census, RawStep.Run run) {
    for (int i = 0; i < run.count(); i++) {
      census.owned().reserve(run.place() + i);
    }
  }

  /** Counts what is there. */
  public StoreStats stats() throws StoreException {
    try {
      return StatsWalk.run(metadata, device.blocks());
    } catch (MetadataException e) {
      throw damaged(e);
    }
  }

  /**
   * The store as a daemon sees it; nothing but {@link #commit} may change it from now on.
   *
   * @throws StoreException if something is wrong with it
   */
  public Stored volume() throws StoreException {
    return rawVolume();
  }

  private RawVolume rawVolume() throws StoreException {
    RawVolume opened = volume;
    if (opened == null) {
      try {
        opened =
            RawVolume.open(
                metadata,
                device,
                config.batchBytes(),
                config.objectCacheBytes(),
                RawDirectory.codecs(directory));
        volume = opened;
      } catch (MetadataException | DamagedRecordException e) {
        throw damaged(e);
      } catch (IOException e) {
        throw failed(e);
      }
    }
    return opened;
  }

  /** What changes the store that is open. */
  private interface Change {
    void make(RawVolume open) throws IOException, MetadataException, DamagedRecordException;
  }

  /** Takes a transaction, which is durable when this returns; if this fails, it was not taken. */
  public void commit(Transaction transaction) throws StoreException {
    change(open -> {
      long blocks = StoreSpace.blocksNeeded(transaction);
      if (!open.makeRoom(blocks)) {
        throw new DeviceFullException(
            "it has no room for %d blocks, %d are free".formatted(blocks, open.freeBlocks()));
      }
      List<RawStep> steps = new ArrayList<>();
      transaction.ops().forEach(op -> steps.add(new RawStep.Take(op)));
      open.apply(new RawUpdate(steps));
    });
  }

  /** An object is here, but nothing of it can be trusted: whoever asks for it is told so. */
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
    try {
      change.make(open);
      open.writeData();
      open.flushData();
      Mark before = open.durable();
      open.commit(before.sequence(), before.segment());
      open.persist(true);
      open.recycle(before.sequence());
    } catch (MetadataException | DamagedRecordException e) {
      throw damaged(e);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** A collection is about to be imported: until {@link #endImport} no daemon opens the store. */
  public void beginImport(CollectionId collection) throws StoreException {
    try {
      ImportMark.add(directory, collection);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** What was imported is whole. */
  public void endImport() throws StoreException {
    try {
      ImportMark.remove(directory);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Collections of an import that was cut short. */
  public List<CollectionId> interruptedImport() throws StoreException {
    try {
      return ImportMark.read(directory);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Removes what is left of an import that was cut short. */
  public void abandonImport() throws StoreException {
    for (CollectionId collection : interruptedImport()) {
      if (volume().collections().contains(collection)) {
        commit(Transaction.of(new StoreOp.RemoveCollection(collection)));
      }
    }
    endImport();
  }

  private StoreException damaged(Exception cause) {
    return new StoreException(
        directory
            + " is damaged: "
            + cause.getMessage()
            + ". 'pando store repair' puts right what can be; if that fails, remove the store,"
            + " format it anew and let the cluster fill it again",
        cause);
  }

  private StoreException failed(IOException cause) {
    return new StoreException(
        directory + ": " + cause + ". Check the device, its permissions and free space", cause);
  }

  @Override
  public void close() throws StoreException {
    RawDirectory.close(directory, metadata, device);
  }
}
