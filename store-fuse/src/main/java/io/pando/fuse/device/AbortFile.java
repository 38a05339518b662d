package io.pando.fuse.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that aborts a session, {@code /sys/fs/fuse/connections/N/abort}. It exists where the
 * file system {@code fusectl} is mounted, and belongs to the user who mounted.
 */
final class AbortFile {
  private static final Logger LOG = LoggerFactory.getLogger(AbortFile.class);
  private static final Path SESSIONS = Path.of("/sys/fs/fuse/connections");

  private AbortFile() {}

  /** Aborts the session of a mount point, if that is possible. */
  static void abort(Path point) {
    try {
      MountTable.read()
          .at(point)
          .filter(MountTable.Mounted::isFuse)
          .ifPresent(mounted -> abort(mounted.minor()));
    } catch (IOException e) {
      LOG.warn("{}: its session cannot be found: {}", point, e.toString());
    }
  }

  /** Aborts a session by its number. */
  static void abort(String session) {
    Path file = SESSIONS.resolve(session).resolve("abort");
    try {
      if (Files.exists(file)) {
        Files.writeString(file, "1");
      }
    } catch (IOException e) {
      LOG.warn("the session {} cannot be aborted: {}", session, e.toString());
    }
  }
}
