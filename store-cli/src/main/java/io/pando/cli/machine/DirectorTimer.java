package io.pando.cli.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timer slack of ZGC's director, the thread that looks at the heap 100 times a second and
 * starts collections. While an OSD is at rest the slack is wide, so that the director looks about
 * nine times a second. Under load it is exact: collections that begin late let a client wait.
 *
 * <p>Only Linux has timer slack, and only a process with {@code CAP_SYS_NICE} may set that of a
 * thread from another one. Without this right the director keeps exact timers.
 */
final class DirectorTimer {
  /**
   * Slack at rest. In 0.1 s even the fastest load does not fill the room for new objects, so a load
   * that begins does not wait for the heap.
   */
  static final long REST_NANOS = 100_000_000;

  /** The usual slack of Linux. */
  static final long EXACT_NANOS = 50_000;

  private static final Logger LOG = LoggerFactory.getLogger(DirectorTimer.class);
  private static final String NAME = "ZDirector";
  private static final Path PROC = Path.of("/proc");

  private final Path file;
  private Rest rest = Rest.AT_START;

  private DirectorTimer(Path file) {
    this.file = file;
  }

  /** The director of this process; empty if there is none, or if its slack cannot be set. */
  static Optional<DirectorTimer> find() {
    Path threads = PROC.resolve("self/task");
    if (!Files.isDirectory(threads)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        if (Files.readString(thread.resolve("comm")).strip().equals(NAME)) {
          // Not below self/task: Linux has this file for a thread only below its own number.
          Path file = PROC.resolve(thread.getFileName()).resolve("timerslack_ns");
          write(file, EXACT_NANOS);
          return Optional.of(new DirectorTimer(file));
        }
      }
    } catch (IOException refused) {
      // Without the right, or with another kind of /proc, timers stay as they are.
      return Optional.empty();
    }
    return Optional.empty();
  }

  /**
   * Sets the slack after another second.
   *
   * @param allocatedBytes bytes that the process allocated in it
   */
  void after(long allocatedBytes) {
    Rest next = rest.after(allocatedBytes);
    if (next.isReached() != rest.isReached()) {
      try {
        write(file, next.isReached() ? REST_NANOS : EXACT_NANOS);
      } catch (IOException failure) {
        // The next second tries again, for the rest that was noted has not changed.
        LOG.warn("cannot set {}: {}", file, failure.toString());
        return;
      }
    }
    rest = next;
  }

  private static void write(Path file, long nanos) throws IOException {
    Files.writeString(file, String.valueOf(nanos), StandardCharsets.US_ASCII);
  }

  /**
   * Whether a process is at rest, by what it allocates.
   *
   * @param calmSeconds successive seconds, up to now, in which it allocated little
   */
  record Rest(int calmSeconds) {
    static final Rest AT_START = new Rest(0);

    /** An OSD without clients allocates below 1 MiB in a second. */
    static final long LITTLE_BYTES = 8L << 20;

    /** So that a load with short pauses does not change the timer again and again. */
    static final int PATIENCE_SECONDS = 5;

    Rest after(long allocatedBytes) {
      return allocatedBytes > LITTLE_BYTES
          ? AT_START
          : new Rest(Math.min(PATIENCE_SECONDS, calmSeconds + 1));
    }

    boolean isReached() {
      return calmSeconds == PATIENCE_SECONDS;
    }
  }
}
