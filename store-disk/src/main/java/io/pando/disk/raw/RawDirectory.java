package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.LibraryFile;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.disk.account.Account;
import io.pando.disk.account.AccountedDevice;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogMedium;
import io.pando.disk.metadata.CheckpointedMetadata;
import io.pando.disk.metadata.Mark;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.StoreDirectory;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawSuperblock;
import io.pando.disk.raw.pipeline.Pipeline;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.format.DamagedRecordException;
import io.pando.port.EventLoop;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
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

  private RawDirectory() {}

  private static StoreDirectory of(Path directory) {
    return new StoreDirectory(directory, StoreKind.RAW);
  }

  static void format(Path directory, RawStoreConfig config, StoreIdentity identity)
      throws StoreException {
    of(directory)
        .format(
            config.memory(),
            () -> {
              long blocks = DataPlace.make(of(directory), config);
              DevicePart device = config.data().device();
              return RawFormat.encode(
                  new RawSuperblock(
                      identity,
                      blocks,
                      BLOCK_BYTES,
                      DataPlace.FILE,
                      device == null ? 0 : device.firstBlock()));
            });
  }

  /** Reads the superblock, without a check of the owner. */
  static RawSuperblock superblock(Path directory) throws StoreException {
    RawSuperblock content = of(directory).read(RawFormat::decodeSuperblock);
    if (content.blockBytes() != BLOCK_BYTES) {
      throw new StoreException(
          String.format(
              "%s says blocks of %s bytes, but this program uses %s: use the program that formatted"
                  + " the store",
              of(directory).superblock(), content.blockBytes(), BLOCK_BYTES));
    }
    return content;
  }

  static RawStore open(
      Path directory, RawStoreConfig config, StoreIdentity identity, EventLoop owner, Media media)
      throws StoreException {
    StoreDirectory folder = of(directory);
    RawSuperblock superblock = superblock(directory);
    folder.refuseOther(superblock.store(), identity);
    ImportMark.refuse(directory);
    Account account = new Account();
    CheckpointedMetadata metadata = openMetadata(directory, config, account);
    BlockDevice device = null;
    boolean complete = false;
    try {
      device = new AccountedDevice(DataPlace.open(directory, superblock, config, media), account);
      LogMedium log = openLog(directory, metadata, config, media, account);
      String description =
          String.format(
              "raw store %s (data: %s, %s bytes; %s)",
              directory, device.describe(), device.blocks() * BLOCK_BYTES, log.describe());
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
      throw folder.failed(
          folder.db()
              + " is damaged: "
              + e.getMessage()
              + ". Remove the store, format it again and let the cluster backfill it",
          e);
    } catch (LogDamagedException e) {
      throw new StoreException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw folder.failed(
          directory + " cannot be opened: " + e + ". Check its permissions and the device", e);
    } finally {
      if (!complete) {
        close(directory, metadata, device);
      }
    }
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
    return of(directory).openMetadata(config.memory(), account);
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
