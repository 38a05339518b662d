package io.pando.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory of a store while it is being formatted. A mark file exists as long as the store is
 * incomplete. The superblock is written last, durably and atomically.
 */
public final class StoreFolder {
  /** Name of the file that identifies the store and its owner. */
  public static final String SUPERBLOCK = "superblock";

  private static final String FORMATTING = "formatting";

  private final Path directory;

  public StoreFolder(Path directory) {
    this.directory = directory;
  }

  /** Path of the superblock, whether or not it exists. */
  public Path superblock() {
    return directory.resolve(SUPERBLOCK);
  }

  /** Whether a completely formatted store is there. */
  public boolean isFormatted() {
    return Files.exists(superblock());
  }

  /**
   * Whether the directory is empty or missing, or holds only remains of an interrupted formatting.
   */
  public boolean isFresh() throws StoreException {
    if (!Files.exists(directory) || Files.exists(directory.resolve(FORMATTING))) {
      return true;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be read: " + e, e);
    }
  }

  /**
   * Creates the directory and marks it. Remains of an interrupted formatting are removed; the
   * directory must hold nothing else.
   */
  public void begin() throws IOException, StoreException {
    Files.createDirectories(directory);
    List<Path> found;
    try (Stream<Path> files = Files.walk(directory)) {
      found =
          files.filter(file -> !file.equals(directory)).sorted(Comparator.reverseOrder()).toList();
    }
    Path mark = directory.resolve(FORMATTING);
    boolean interrupted = Files.exists(mark) && !isFormatted();
    if (!found.isEmpty() && !interrupted) {
      throw new StoreException(
          directory
              + " is not empty: it holds "
              + directory.relativize(found.getLast())
              + ". Nothing was changed; give an empty directory, or remove its contents");
    }
    for (Path file : found) {
      if (!file.equals(mark)) {
        Files.delete(file);
      }
    }
    Files.deleteIfExists(mark);
    Files.createFile(mark);
  }

  /** Writes the superblock: the store is complete. */
  public void complete(byte[] superblock) throws IOException {
    Path draft = directory.resolve(SUPERBLOCK + ".new");
    Files.write(
        draft,
        superblock,
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.WRITE,
        StandardOpenOption.SYNC);
    Files.move(draft, superblock(), StandardCopyOption.ATOMIC_MOVE);
    flush(directory);
    Files.delete(directory.resolve(FORMATTING));
  }

  /** Makes the entries of a folder durable. */
  public static void flush(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
