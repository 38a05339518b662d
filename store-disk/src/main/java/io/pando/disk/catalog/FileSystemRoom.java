package io.pando.disk.catalog;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What is left of the file system that a directory is on. It is asked every now and then only, and
 * a part of it stays free: what stores write beside the data cannot be told beforehand, and without
 * it nothing can be removed. One thread uses it.
 */
public final class FileSystemRoom implements Room {
  private static final long HEADROOM_BYTES = 256L << 20;
  private static final long ASKED_EVERY_BYTES = 16L << 20;

  private final Path directory;
  private long grantedBytes;

  public FileSystemRoom(Path directory) {
    this.directory = directory;
  }

  @Override
  public boolean has(long bytes) throws IOException {
    if (bytes > grantedBytes) {
      FileStore fileSystem = Files.getFileStore(directory);
      long headroom = Math.min(HEADROOM_BYTES, fileSystem.getTotalSpace() / 10);
      long usable = fileSystem.getUsableSpace() - headroom;
      if (bytes > usable) {
        return false;
      }
      grantedBytes = Math.min(usable, Math.max(bytes, ASKED_EVERY_BYTES));
    }
    grantedBytes -= bytes;
    return true;
  }
}
