package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreKind;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawSuperblock;
import io.pando.format.DamagedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The file with the identity of the store's owner. Formatting writes it last: a store with this
 * file is complete.
 */
final class Superblock {
  static final String FILE = "superblock";

  private Superblock() {}

  /** Writes the file, durably and atomically. */
  static void write(Path directory, RawSuperblock content) throws IOException {
    Path draft = directory.resolve(FILE + ".new");
    try (FileChannel file =
        FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(RawFormat.encode(content));
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
    Files.move(draft, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
      folder.force(true);
    }
  }

  /** Reads the file and checks that the store has the expected owner. */
  static RawSuperblock read(Path directory, StoreIdentity expected) throws StoreException {
    RawSuperblock content = readOf(directory);
    compare(directory.resolve(FILE), content, expected);
    return content;
  }

  /** Reads the file, without a check of the owner. */
  static RawSuperblock readOf(Path directory) throws StoreException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      throw new StoreException(
          file
              + " is missing: the directory holds no raw store. Format one there, or give the"
              + " directory of the store that was meant");
    }
    try {
      StoreKind.RAW.refuseOther(file);
      return read(file);
    } catch (IOException e) {
      throw new StoreException(
          file + " cannot be read (" + e + "): check its permissions and the device below it", e);
    }
  }

  private static RawSuperblock read(Path file) throws IOException, StoreException {
    RawSuperblock content;
    try {
      content = RawFormat.decodeSuperblock(Files.readAllBytes(file));
    } catch (DamagedRecordException e) {
      throw new StoreException(
          file
              + " is damaged: "
              + e.getMessage()
              + ". Restore this file from a copy, or remove the store, format it again and let the"
              + " cluster backfill it",
          e);
    }
    if (content.blockBytes() != BLOCK_BYTES) {
      throw new StoreException(
          file
              + " says blocks of "
              + content.blockBytes()
              + " bytes, but this program uses "
              + BLOCK_BYTES
              + ": use the program that formatted the store");
    }
    return content;
  }

  private static void compare(Path file, RawSuperblock content, StoreIdentity expected)
      throws StoreException {
    if (!content.store().equals(expected)) {
      throw new StoreException(
          file
              + " belongs to "
              + content.store()
              + ", but was opened for "
              + expected
              + ". Give the directory of the right store; to use this one again, remove it first");
    }
  }
}
