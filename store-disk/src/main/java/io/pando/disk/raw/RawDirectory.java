package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.LibraryFile;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.account.Account;
import io.pando.disk.account.AccountedDevice;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogMedium;
import io.pando.disk.metadata.CheckpointedMetadata;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.NativeLibrary;
import io.pando.disk.metadata.RocksMetadata;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.format.RawSuperblock;
import io.pando.disk.raw.pipeline.Pipeline;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.format.DamagedRecordException;
import io.pando.port.EventLoop;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a store:
 *
 * <pre>
 *   superblock   identity of the owner; written last
 *   block        the data, or a symbolic link to the device where they are
 *   db/          the metadata; locked as long as the store is open
 *   ballast      reserved space for the metadata when the file system is full
 *   log/         the operation log, or a symbolic link to where it is
 *   formatting   exists while the other parts are being made
 *   importing    exists while collections exported elsewhere are being imported
 * </pre>
 */
final class RawDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(RawDirectory.class);
  private static final String DB = "db";

  private static final String FORMATTING = "formatting";

  private RawDirectory() {}

  static void format(Path directory, RawStoreConfig config, StoreIdentity identity)
      throws StoreException {
    try {
      Files.createDirectories(directory);
      prepare(directory);
      Path mark = Files.createFile(directory.resolve(FORMATTING));
      long blocks = DataPlace.make(directory, config);
      NativeLibrary.load(directory);
      RocksMetadata.open(
              directory.resolve(DB),
              config.memory().blockCacheBytes(),
              config.memory().writeBufferBytes(),
              true,
              new Account())
          .close();
      DevicePart device = config.data().device();
      Superblock.write(
          directory,
          new RawSuperblock(
              identity,
              blocks,
              BLOCK_BYTES,
              DataPlace.FILE,
              device == null ? 0 : device.firstBlock()));
      Files.delete(mark);
    } catch (IOException e) {
      throw new StoreException(
          directory + " cannot be formatted: " + e + ". Check its permissions and free space", e);
    } catch (MetadataException e) {
      throw new StoreException(directory.resolve(DB) + " cannot be made: " + e.getMessage(), e);
    }
  }

  /** Whether a completely formatted store is there. */
  static boolean isFormatted(Path directory) {
    return Files.exists(directory.resolve(Superblock.FILE));
  }

  /**
   * Whether the directory is empty or missing, or holds only remains of an interrupted formatting.
   */
  static boolean isFresh(Path directory) throws StoreException {
    if (!Files.exists(directory) || Files.exists(directory.resolve(FORMATTING))) {
      return true;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be read: " + e, e);
    }
  }

  /** Removes remains of an interrupted formatting; throws if there is anything else. */
  private static void prepare(Path directory) throws IOException, StoreException {
    List<Path> found;
    try (Stream<Path> files = Files.walk(directory)) {
      found =
          files.filter(file -> !file.equals(directory)).sorted(Comparator.reverseOrder()).toList();
    }
    boolean interrupted = Files.exists(directory.resolve(FORMATTING)) && !isFormatted(directory);
    if (!found.isEmpty() && !interrupted) {
      throw new StoreException(
          directory
              + " is not empty: it holds "
              + directory.relativize(found.getLast())
              + ". Nothing was changed; give an empty directory, or remove its contents");
    }
    Path mark = directory.resolve(FORMATTING);
    for (Path file : found) {
      if (!file.equals(mark)) {
        Files.delete(file);
      }
    }
    Files.deleteIfExists(mark);
  }

  static RawStore open(
      Path directory, RawStoreConfig config, StoreIdentity identity, EventLoop owner, Media media)
      throws StoreException {
    RawSuperblock superblock = Superblock.read(directory, identity);
    ImportMark.refuse(directory);
    Account account = new Account();
    CheckpointedMetadata metadata = openMetadata(directory, config, account);
    BlockDevice device = null;
    boolean complete = false;
    try {
      device = new AccountedDevice(DataPlace.open(directory, superblock, config, media), account);
      LogMedium log = openLog(directory, metadata, config, media, account);
      String description =
          "raw store "
              + directory
              + " (data: "
              + device.describe()
              + ", "
              + device.blocks() * BLOCK_BYTES
              + " bytes; "
              + log.describe()
              + ")";
      Pipeline pipeline =
          Pipeline.open(
              new StoreResources(
                  identity,
                  description,
                  new StoreResources.Devices(metadata, device, log, isApart(directory)),
                  codecs(directory),
                  new StoreResources.Metering(account, System::nanoTime)),
              config.pipeline(),
              config.limits(),
              config.memory().objectCacheBytes(),
              owner,
              new Random64(new SecureRandom().nextLong()));
      LOG.info(
          "{}: open for {}; the log's batches begin at multiples of {} bytes",
          description,
          identity,
          pipeline.logUnitBytes());
      complete = true;
      return RawStore.start(pipeline, config, identity, description);
    } catch (MetadataException | DamagedRecordException e) {
      if (DeviceFullException.isCause(e)) {
        throw full(directory, e);
      }
      throw new StoreException(
          directory.resolve(DB)
              + " is damaged: "
              + e.getMessage()
              + ". Remove the store, format it again and let the cluster backfill it",
          e);
    } catch (LogDamagedException e) {
      throw new StoreException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      if (DeviceFullException.isCause(e)) {
        throw full(directory, e);
      }
      throw new StoreException(
          directory + " cannot be opened: " + e + ". Check its permissions and the device", e);
    } finally {
      if (!complete) {
        close(directory, metadata, device);
      }
    }
  }

  private static StoreException full(Path directory, Exception cause) {
    return StoreException.full(
        directory
            + " cannot be opened: its file system is full ("
            + cause.getMessage()
            + "). Nothing is damaged: free some space",
        cause);
  }

  static Codecs codecs(Path directory) throws IOException {
    return Codecs.beside(directory.resolve(LibraryFile.FOLDER));
  }

  static LogMedium openLog(
      Path directory,
      CheckpointedMetadata metadata,
      RawStoreConfig config,
      Media media,
      Account account)
      throws IOException, MetadataException, StoreException {
    LogPlace place = LogPlace.of(directory, config.log(), metadata.durable().equals(Mark.NONE));
    return media.log(place.folder(), config.pipeline().log(), config.data().direct(), account);
  }

  /**
   * Whether the log is on a device of its own. Then small writes go through the log as a whole, if
   * that pays: their bytes are written once to each device, and several writes to one block reach
   * the data device once.
   */
  private static boolean isApart(Path directory) throws IOException, StoreException {
    return LogPlace.of(directory, null, false).isApartFrom(DataPlace.of(directory));
  }

  static CheckpointedMetadata openMetadata(Path directory, RawStoreConfig config, Account account)
      throws StoreException {
    Path path = directory.resolve(DB);
    try {
      NativeLibrary.load(directory);
      return RocksMetadata.open(
          path,
          config.memory().blockCacheBytes(),
          config.memory().writeBufferBytes(),
          false,
          account);
    } catch (IOException e) {
      throw new StoreException(
          directory + " cannot take RocksDB's library: " + e + ". Check its permissions and space",
          e);
    } catch (MetadataException e) {
      if (e.isNoSpace()) {
        throw full(directory, e);
      }
      if (String.valueOf(e.getMessage()).contains("LOCK: ")) {
        throw new StoreException(
            directory
                + " is in use: another process, or this one, has the store open. Stop that first",
            e);
      }
      throw new StoreException(
          path
              + " cannot be opened: "
              + e.getMessage()
              + ". If files of it are lost or damaged, remove the store, format it again and let the"
              + " cluster backfill it",
          e);
    }
  }

  static void close(Path directory, CheckpointedMetadata metadata, @Nullable BlockDevice device)
      throws StoreException {
    metadata.close();
    try {
      if (device != null) {
        device.close();
      }
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be closed: " + e, e);
    }
  }
}
