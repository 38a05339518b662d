package io.pando.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The disks below some folders, with Linux' counters of bytes written; none where Linux does not
 * report them, such as below a file system that is not on one disk. Hand-made: OSHI counts by disk,
 * and does not say which disks are below a folder.
 *
 * @param counters files with the counters, by disk name
 */
public record Disks(SortedMap<String, Path> counters) {
  /** The kernel counts in this unit, whatever the disk's sector size is. */
  private static final long SECTOR_BYTES = 512;

  /** Index of the field with the sectors written. */
  private static final int SECTORS_WRITTEN = 6;

  /** The disks below folders, as far as they are found. */
  public static Disks below(List<Path> folders) throws IOException {
    SortedMap<String, Path> found = new TreeMap<>();
    for (Path folder : folders) {
      if (Files.exists(folder)
          && folder.getFileSystem().supportedFileAttributeViews().contains("unix")) {
        long device = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
        Path block = Path.of("/sys/dev/block", major(device) + ":" + minor(device));
        if (Files.exists(block.resolve("stat"))) {
          found.put(block.toRealPath().getFileName().toString(), block.resolve("stat"));
        }
      }
    }
    return new Disks(found);
  }

  private static long major(long device) {
    return (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
  }

  private static long minor(long device) {
    return (device & 0xff) | (device >>> 12 & 0xfff00);
  }

  /** Whether there are no disks. */
  public boolean isEmpty() {
    return counters.isEmpty();
  }

  /** Bytes written to each disk since the machine booted, by all processes. */
  public SortedMap<String, Long> writtenBytes() throws IOException {
    SortedMap<String, Long> written = new TreeMap<>();
    for (var counter : counters.entrySet()) {
      String[] figures = Files.readString(counter.getValue()).strip().split("\\s+", -1);
      written.put(counter.getKey(), Long.parseLong(figures[SECTORS_WRITTEN]) * SECTOR_BYTES);
    }
    return written;
  }

  /** Makes the system write its dirty pages to its disks. */
  public static void settle() throws IOException {
    int status = new ProcessBuilder("sync").inheritIO().start().onExit().join().exitValue();
    if (status != 0) {
      throw new IOException("'sync' ended with status " + status);
    }
  }
}
