package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.FileDevice;
import io.pando.disk.metadata.StoreDirectory;
import io.pando.disk.raw.format.RawSuperblock;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Place of a store's data: a file of its directory, or a device that a symbolic link of the same
 * name leads to. The link is updated from the configuration, since names of devices change.
 */
final class DataPlace {
  /** Name of the file, or the link. */
  static final String FILE = "block";

  /** Largest capacity of a store: free space takes one bit of heap for each block. */
  private static final long MAX_CAPACITY_BYTES = 4L << 40;

  private DataPlace() {}

  /**
   * Makes the file or the link of a store that is being formatted; returns its number of blocks.
   */
  static long make(StoreDirectory folder, RawStoreConfig config)
      throws IOException, StoreException {
    Path directory = folder.directory();
    long blocks = folder.blocks(Math.min(capacityBytes(directory, config), MAX_CAPACITY_BYTES));
    DevicePart device = config.data().device();
    if (device == null) {
      FileDevice.create(directory.resolve(FILE), blocks);
    } else {
      Files.createSymbolicLink(directory.resolve(FILE), device.path().toAbsolutePath());
    }
    return blocks;
  }

  private static long capacityBytes(Path directory, RawStoreConfig config)
      throws IOException, StoreException {
    DevicePart device = config.data().device();
    long bytes = config.data().capacityBytes();
    if (device != null) {
      long size = deviceBytes(device.path()) - device.firstBlock() * BLOCK_BYTES;
      if (bytes > size) {
        throw new StoreException(
            device.path() + " has " + size + " bytes, fewer than the capacity asked for, " + bytes);
      }
      bytes = bytes == 0 ? size : bytes;
    } else if (bytes == 0) {
      bytes = StoreDirectory.mostBytes(directory);
    }
    return bytes;
  }

  private static long deviceBytes(Path device) throws IOException {
    try (FileChannel channel = FileChannel.open(device, StandardOpenOption.READ)) {
      return channel.size();
    }
  }

  /** Path of the data of an existing store; the directory of the store if the data are missing. */
  static Path of(Path directory) {
    Path file = directory.resolve(FILE);
    return Files.exists(file) ? file : directory;
  }

  /** Opens the data of an existing store. */
  static BlockDevice open(
      Path directory, RawSuperblock superblock, RawStoreConfig config, Media media)
      throws StoreException {
    Path path = directory.resolve(superblock.dataPath());
    try {
      follow(path, config);
      if (superblock.firstBlock() > 0) {
        DeviceLabel.check(path, superblock.store().cluster(), superblock.store().osd());
      }
      return media.device(path, superblock.firstBlock(), superblock.capacityBlocks(), config);
    } catch (NoSuchFileException e) {
      throw new StoreException(
          path
              + " is missing: the store's data. Bring the file or device back; if it is lost,"
              + " remove the store, format it again and let the cluster backfill it",
          e);
    } catch (EOFException e) {
      throw new StoreException(
          path
              + " is cut off: "
              + e.getMessage()
              + ". Bring back the whole file; if that is lost,"
              + " remove the store, format it again and let the cluster backfill it",
          e);
    } catch (IOException e) {
      throw new StoreException(
          path + " cannot be opened: " + e + ". Check its permissions and the device", e);
    }
  }

  /** Makes the link lead to the configured device. */
  private static void follow(Path link, RawStoreConfig config) throws IOException {
    DevicePart device = config.data().device();
    if (device == null || !Files.isSymbolicLink(link)) {
      return;
    }
    Path wanted = device.path().toAbsolutePath();
    if (!Files.readSymbolicLink(link).equals(wanted)) {
      Path draft = link.resolveSibling(FILE + ".new");
      Files.deleteIfExists(draft);
      Files.createSymbolicLink(draft, wanted);
      Files.move(draft, link, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
