package io.pando.disk.metadata;

import io.pando.disk.StoreException;
import io.pando.disk.StoreFolder;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.disk.StoreMemory;
import io.pando.disk.StoreSpace;
import io.pando.disk.account.Account;
import io.pando.disk.device.DeviceFullException;
import io.pando.format.DamagedRecordException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The parts of a store's directory that all kinds of stores on disk have:
 *
 * <pre>
 *   superblock   identity and owner of the store; written last
 *   db/          the metadata; locked as long as the store is open
 *   ballast      reserved space for the metadata when the file system is full
 *   lib/         native libraries
 *   formatting   exists while the other parts are being made
 * </pre>
 *
 * @param kind kind of the store that is there, or will be made there
 */
public record StoreDirectory(Path directory, StoreKind kind) {
  /** What to do about a store that cannot be opened any more. */
  public static final String WAY_OUT =
      "remove the store, format it again and let the cluster backfill it";

  private static final String DB = "db";

  /** Makes the other parts of a store. */
  public interface Parts {
    /** Makes them; returns the contents of the superblock. */
    byte[] make() throws IOException, StoreException;
  }

  /** Decodes a superblock. */
  public interface Decoder<T> {
    T decode(byte[] file) throws DamagedRecordException;
  }

  /**
   * Makes an empty store. The directory is created if it does not exist. If it exists, it must be
   * empty, or hold only remains of an interrupted formatting.
   */
  public void format(StoreMemory memory, Parts parts) throws StoreException {
    StoreFolder folder = new StoreFolder(directory);
    try {
      folder.begin();
      byte[] superblock = parts.make();
      NativeLibrary.load(directory);
      RocksMetadata.open(db(), memory, true, new Account()).close();
      folder.complete(superblock);
    } catch (IOException e) {
      throw new StoreException(
          directory + " cannot be formatted: " + e + ". Check its permissions and free space", e);
    } catch (MetadataException e) {
      throw new StoreException(db() + " cannot be made: " + e.getMessage(), e);
    }
  }

  /** Path of the metadata. */
  public Path db() {
    return directory.resolve(DB);
  }

  /** Path of the superblock. */
  public Path superblock() {
    return new StoreFolder(directory).superblock();
  }

  /**
   * Capacity for data in blocks.
   *
   * @param bytes as requested; 0 for nine tenths of the free space of the file system
   */
  public long capacityBlocks(long bytes) throws StoreException {
    try {
      Files.createDirectories(directory);
      return blocks(bytes == 0 ? mostBytes(directory) : bytes);
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be used: " + e, e);
    }
  }

  /** Nine tenths of the free space of a directory's file system. */
  public static long mostBytes(Path directory) throws IOException {
    return Files.getFileStore(directory).getUsableSpace() / 10 * 9;
  }

  /** Number of blocks of a capacity, which must be one at least. */
  public long blocks(long bytes) throws StoreException {
    if (bytes < StoreSpace.BLOCK_BYTES) {
      throw new StoreException(
          String.format(
              "%s: a capacity of %s bytes is less than one block of %s; ask for more, or free space"
                  + " in the file system",
              directory, bytes, StoreSpace.BLOCK_BYTES));
    }
    return bytes / StoreSpace.BLOCK_BYTES;
  }

  /** Reads the superblock, without a check of the owner. */
  public <T> T read(Decoder<T> decoder) throws StoreException {
    Path file = superblock();
    if (!Files.exists(file)) {
      throw new StoreException(
          String.format(
              "%s is missing: the directory holds no %s store. Format one there, or give the"
                  + " directory of the store that was meant",
              file, kind));
    }
    try {
      kind.refuseOther(file);
      return decoder.decode(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new StoreException(
          file + " cannot be read (" + e + "): check its permissions and the device below it", e);
    } catch (DamagedRecordException e) {
      throw new StoreException(
          String.format(
              "%s is damaged: %s. Restore this file from a copy, or %s",
              file, e.getMessage(), WAY_OUT),
          e);
    }
  }

  /** Checks the owner that the superblock names. */
  public void refuseOther(StoreIdentity found, StoreIdentity expected) throws StoreException {
    if (!found.equals(expected)) {
      throw new StoreException(
          String.format(
              "%s belongs to %s, but was opened for %s. Give the directory of the right store; to"
                  + " use this one again, remove it first",
              superblock(), found, expected));
    }
  }

  /** Opens the metadata. */
  public RocksMetadata openMetadata(StoreMemory memory, Account account) throws StoreException {
    try {
      NativeLibrary.load(directory);
      return RocksMetadata.open(db(), memory, false, account);
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
          String.format(
              "%s cannot be opened: %s. If files of it are lost or damaged, %s",
              db(), e.getMessage(), WAY_OUT),
          e);
    }
  }

  /**
   * The exception for a failure while the store is being opened.
   *
   * @param message what is wrong, unless the file system is full
   */
  public StoreException failed(String message, Exception cause) {
    return DeviceFullException.isCause(cause) ? full(cause) : new StoreException(message, cause);
  }

  private StoreException full(Exception cause) {
    return StoreException.full(
        String.format(
            "%s cannot be opened: its file system is full (%s). Nothing is damaged: free some"
                + " space",
            directory, cause.getMessage()),
        cause);
  }
}
