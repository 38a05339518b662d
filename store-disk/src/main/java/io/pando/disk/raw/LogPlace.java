package io.pando.disk.raw;

import io.pando.disk.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Place of a store's log: a folder of the store's directory, or a folder elsewhere that a symbolic
 * link in the directory leads to. So the log can always be found from the store.
 */
final class LogPlace {
  private static final String FOLDER = "log";

  private final Path folder;

  private LogPlace(Path folder) {
    this.folder = folder;
  }

  /**
   * The log of a store that was opened before, or that is opened for the first time.
   *
   * @param wanted directory for the log; null for the existing one, or the store's directory
   * @param first whether the log was never used
   */
  static LogPlace of(Path store, @Nullable Path wanted, boolean first)
      throws IOException, StoreException {
    Path folder = store.resolve(FOLDER);
    if (first && !Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      make(folder, wanted);
    }
    if (!Files.isDirectory(folder)) {
      throw new StoreException(
          String.format(
              "%s%s is missing: the operation log, without which acknowledged writes may be"
                  + " lost. Bring it back; if it is lost, remove the store, format it again and let"
                  + " the cluster backfill it",
              folder,
              Files.isSymbolicLink(folder) ? " (" + Files.readSymbolicLink(folder) + ")" : ""));
    }
    if (wanted != null && !(Files.exists(wanted) && Files.isSameFile(folder, wanted))) {
      throw new StoreException(
          String.format(
              "the operation log of %s is in %s, expected in %s: stop the OSD, move the"
                  + " folder there and make %s a symbolic link to it; or give the directory where"
                  + " it is",
              store, folder.toRealPath(), wanted, folder));
    }
    return new LogPlace(folder);
  }

  private static void make(Path folder, @Nullable Path wanted) throws IOException {
    if (wanted == null) {
      Files.createDirectories(folder);
    } else {
      Files.createDirectories(wanted);
      Files.createSymbolicLink(folder, wanted.toAbsolutePath());
    }
  }

  Path folder() {
    return folder;
  }

  /** Whether the log is on another device than a path. */
  boolean isApartFrom(Path other) throws IOException {
    return !Files.getFileStore(folder.toRealPath()).equals(Files.getFileStore(other));
  }
}
