package io.pando.disk.file;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.disk.account.Account;
import io.pando.disk.catalog.Catalog;
import io.pando.disk.catalog.StoreSuperblock;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.log.FileLogMedium;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.log.LogMedium;
import io.pando.disk.metadata.LayeredMetadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.StoreDirectory;
import io.pando.disk.serve.ThreadedStore;
import io.pando.format.DamagedRecordException;
import io.pando.port.EventLoop;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store for one shard with one file for each object, behind an operation log. Its directory has
 * these parts:
 *
 * <pre>
 *   objects/     the files
 *   log/         the log, unless the superblock names another folder for it
 * </pre>
 *
 * in addition to the parts of {@link StoreDirectory}. A {@link StoreException} says why a store
 * cannot be made or opened.
 */
public final class FileStore extends ThreadedStore {
  private static final Logger LOG = LoggerFactory.getLogger(FileStore.class);
  private static final String OBJECTS = "objects";
  private static final String LOG_FOLDER = "log";

  private FileStore(
      FileVolume volume,
      StoreIdentity identity,
      FileStoreConfig config,
      EventLoop owner,
      Watch watch) {
    super(volume, config.limits(), identity, owner, watch);
  }

  /** Makes an empty store, as {@link StoreDirectory#format} does. */
  public static void format(Path directory, FileStoreConfig config, StoreIdentity identity)
      throws StoreException {
    StoreDirectory folder = new StoreDirectory(directory, StoreKind.FILE);
    StoreSuperblock superblock =
        new StoreSuperblock(identity, folder.capacityBlocks(config.capacityBytes()), 0, LOG_FOLDER);
    folder.format(
        config.memory(),
        () -> {
          Files.createDirectories(directory.resolve(OBJECTS));
          Files.createDirectories(directory.resolve(LOG_FOLDER));
          return superblock.toBytes(StoreKind.FILE);
        });
  }

  /** Opens a store; it must have the given identity. */
  public static FileStore open(
      Path directory, FileStoreConfig config, StoreIdentity identity, EventLoop owner)
      throws StoreException {
    StoreDirectory folder = new StoreDirectory(directory, StoreKind.FILE);
    StoreSuperblock superblock = StoreSuperblock.read(folder, identity);
    Path log = directory.resolve(superblock.logPath());
    if (!Files.isDirectory(log)) {
      throw new StoreException(
          log
              + " is missing: the log of "
              + directory
              + ", with what was acknowledged last. Bring the folder back; if it is lost, remove"
              + " the store, format it again and let the cluster backfill it");
    }
    Account account = new Account();
    LayeredMetadata metadata = folder.openMetadata(config.memory(), account);
    FileTree tree = new DirectoryTree(directory.resolve(OBJECTS));
    boolean complete = false;
    try {
      LogMedium medium =
          new FileLogMedium(log, config.log().sizes(), config.log().direct(), account);
      Random64 random = new Random64(System.nanoTime() ^ System.currentTimeMillis() << 20);
      FileVolume.Ground ground =
          new FileVolume.Ground(metadata, tree, medium, account, System::nanoTime, random);
      Catalog.Limits limits =
          new Catalog.Limits(
              superblock.capacityBlocks(),
              config.memory().objectCacheBytes(),
              () -> MediumSpace.of(directory));
      FileVolume volume = new FileVolume(ground, config, identity, limits);
      String description =
          String.format(
              "file store %s (log: %s, capacity %d bytes)",
              directory, log, superblock.capacityBlocks() * BLOCK_BYTES);
      LOG.info("{}: open for {}", description, identity);
      complete = true;
      return new FileStore(volume, identity, config, owner, new Watch(description, account));
    } catch (MetadataException | DamagedRecordException e) {
      throw Catalog.damaged(folder, e);
    } catch (LogDamagedException e) {
      throw folder.failed(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw folder.failed(
          directory + " cannot be opened: " + e + ". Check its permissions, and the device", e);
    } finally {
      if (!complete) {
        close(directory, metadata, tree);
      }
    }
  }

  private static void close(Path directory, LayeredMetadata metadata, FileTree tree)
      throws StoreException {
    metadata.close();
    try {
      tree.close();
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be closed: " + e, e);
    }
  }
}
