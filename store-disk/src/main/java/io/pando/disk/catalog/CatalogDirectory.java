package io.pando.disk.catalog;

import io.pando.disk.StoreException;
import io.pando.disk.StoreFolder;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.disk.StoreMemory;
import io.pando.disk.StoreSpace;
import io.pando.disk.account.Account;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.log.LogDamagedException;
import io.pando.disk.metadata.LayeredMetadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.metadata.NativeLibrary;
import io.pando.disk.metadata.RocksMetadata;
import io.pando.format.DamagedRecordException;
import io.pando.proto.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory of a store with a catalog:
 *
 * <pre>
 *   superblock   identity and owner of the store; written last
 *   db/          the catalog; locked as long as the store is open
 *   formatting   exists while the other parts are being made
 * </pre>
 */
public final class CatalogDirectory {
  private static final String DB = "db";
  private static final String WAY_OUT =
      "remove the store, format it again and let the cluster backfill it";

  private final Path directory;
  private final StoreKind kind;

  /** A directory that holds, or will hold, a store of this kind. */
  public CatalogDirectory(Path directory, StoreKind kind) {
    this.directory = directory;
    this.kind = kind;
  }

  /** Creates further parts of a store. */
  public interface Parts {
    void make() throws IOException;
  }

  /**
   * Makes an empty store. The directory is created if it does not exist. If it exists, it must be
   * empty, or hold only remains of an interrupted formatting.
   */
  public void format(StoreSuperblock superblock, StoreMemory memory, Parts parts)
      throws StoreException {
    StoreFolder folder = new StoreFolder(directory);
    try {
      folder.begin();
      NativeLibrary.load(directory);
      RocksMetadata.open(
              directory.resolve(DB),
              memory.blockCacheBytes(),
              memory.writeBufferBytes(),
              true,
              new Account())
          .close();
      parts.make();
      folder.complete(SealedRecord.seal(kind, CatalogRecords.SUPERBLOCK.toBytes(superblock)));
    } catch (IOException e) {
      throw new StoreException(
          directory + " cannot be formatted: " + e + ". Check its permissions and free space", e);
    } catch (MetadataException e) {
      throw new StoreException(directory.resolve(DB) + " cannot be made: " + e.getMessage(), e);
    }
  }

  /**
   * Capacity for data: as requested, or for 0, nine tenths of the free space of the file system.
   */
  public long capacityBlocks(long askedBytes) throws StoreException {
    long bytes = askedBytes;
    try {
      Files.createDirectories(directory);
      if (bytes == 0) {
        bytes = Files.getFileStore(directory).getUsableSpace() / 10 * 9;
      }
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be used: " + e, e);
    }
    long blocks = bytes / StoreSpace.BLOCK_BYTES;
    if (blocks == 0) {
      throw new StoreException(
          directory
              + ": a capacity of "
              + bytes
              + " bytes is less than one block of "
              + StoreSpace.BLOCK_BYTES
              + "; ask for more, or free space in the file system");
    }
    return blocks;
  }

  /** Reads the superblock and checks that it is the expected one. */
  public StoreSuperblock read(StoreIdentity expected) throws StoreException {
    Path file = new StoreFolder(directory).superblock();
    if (!Files.exists(file)) {
      throw new StoreException(
          file
              + " is missing: the directory holds no "
              + kind
              + " store. Format one there, or give the directory of the store that was meant");
    }
    try {
      kind.refuseOther(file);
      StoreSuperblock content =
          CatalogRecords.SUPERBLOCK.decode(SealedRecord.open(kind, Files.readAllBytes(file)));
      StoreIdentity found = new StoreIdentity(content.cluster(), content.osd(), content.shard());
      if (!found.equals(expected)) {
        throw new StoreException(
            file
                + " belongs to "
                + found
                + ", but was opened for "
                + expected
                + ". Give the directory of the right store; to use this one again, remove it first");
      }
      return content;
    } catch (IOException e) {
      throw new StoreException(
          file + " cannot be read (" + e + "): check its permissions and the device below it", e);
    } catch (FormatException | DamagedRecordException e) {
      throw new StoreException(
          file
              + " is damaged: "
              + e.getMessage()
              + ". Restore this file from a copy, or "
              + WAY_OUT,
          e);
    }
  }

  /** Opens the catalog. */
  public LayeredMetadata openMetadata(StoreMemory memory, Account account) throws StoreException {
    Path path = directory.resolve(DB);
    try {
      NativeLibrary.load(directory);
      return RocksMetadata.open(
          path, memory.blockCacheBytes(), memory.writeBufferBytes(), false, account);
    } catch (IOException e) {
      throw new StoreException(
          directory + " cannot take RocksDB's library: " + e + ". Check its permissions and space",
          e);
    } catch (MetadataException e) {
      if (e.isNoSpace()) {
        throw full(e);
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
              + ". If files of it are lost or damaged, "
              + WAY_OUT,
          e);
    }
  }

  /** The exception for a file system without space for the writes of an opening. */
  private StoreException full(Exception cause) {
    return StoreException.full(
        directory
            + " cannot be opened: its file system is full ("
            + cause.getMessage()
            + "). Nothing is damaged: free some space",
        cause);
  }

  /** The exception for a store that cannot be read or written while it is being opened. */
  public StoreException failed(IOException cause) {
    if (DeviceFullException.isCause(cause)) {
      return full(cause);
    }
    return new StoreException(
        directory + " cannot be opened: " + cause + ". Check its permissions, and the device",
        cause);
  }

  /** The exception for a log that cannot be replayed. */
  public StoreException failed(LogDamagedException cause) {
    return DeviceFullException.isCause(cause)
        ? full(cause)
        : new StoreException(String.valueOf(cause.getMessage()), cause);
  }

  /** The exception for a catalog that cannot be decoded. */
  public StoreException damaged(Exception cause) {
    if (DeviceFullException.isCause(cause)) {
      return full(cause);
    }
    return new StoreException(
        directory.resolve(DB) + " is damaged: " + cause.getMessage() + ". To go on, " + WAY_OUT,
        cause);
  }
}
