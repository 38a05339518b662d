package io.pando.disk.raw;

import io.pando.disk.StoreException;
import io.pando.disk.StoreFolder;
import io.pando.store.CollectionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A file that exists while collections are imported, and names them, one on a line. A part of a
 * collection must never be taken for the whole. So a daemon does not open a store with this file,
 * and a repair or another import removes the named collections.
 */
final class ImportMark {
  private static final String FILE = "importing";

  private ImportMark() {}

  /** Throws if an import into the store was interrupted; a daemon must not open it then. */
  static void refuse(Path directory) throws StoreException {
    if (Files.exists(directory.resolve(FILE))) {
      throw new StoreException(
          directory
              + " holds a part of collections whose import was cut short: 'pando store repair'"
              + " removes it, 'pando store import' starts over");
    }
  }

  /** The collections of an interrupted import. */
  static List<CollectionId> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    List<CollectionId> collections = new ArrayList<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      if (!line.isEmpty()) {
        collections.add(CollectionId.parse(line));
      }
    }
    return collections;
  }

  /** Adds a collection that is about to be imported; durable when this returns. */
  static void add(Path directory, CollectionId collection) throws IOException {
    Files.writeString(
        directory.resolve(FILE),
        collection + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
    StoreFolder.flush(directory);
  }

  /** Removes the mark, when the imported collections are complete or removed. */
  static void remove(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
    StoreFolder.flush(directory);
  }
}
