package io.pando.disk.device;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that only reserves space of its file system. When others have filled the file system
 * completely, the owner gives the space up in two parts. The first part lets the owner complete its
 * necessary writes. The second, small part lets it open its files once more. The file is restored
 * to its size when there is space again. One thread uses it.
 */
public final class Ballast {
  private static final Logger LOG = LoggerFactory.getLogger(Ballast.class);

  /** Size of the last part, kept for an opening. */
  private static final long LAST_BYTES = 1 << 20;

  private final Path file;
  private final long bytes;

  /**
   * A ballast; {@link #restore} creates its file.
   *
   * @param bytes usual size of the file
   */
  public Ballast(Path file, long bytes) {
    this.file = file;
    this.bytes = bytes / BLOCK_BYTES * BLOCK_BYTES;
  }

  /** The size for a file system: a 64th of it, at most {@code wantedBytes}. */
  public static long sizeBytes(Path directory, long wantedBytes) {
    long part = MediumSpace.of(directory).totalBytes() / 64;
    return Math.max(LAST_BYTES, Math.min(wantedBytes, part));
  }

  /** Gives up all but the last part; returns whether that freed space. */
  public boolean release() throws IOException {
    return shrink(Math.min(LAST_BYTES, bytes));
  }

  /**
   * Gives up all but the last part if the file system has fewer free bytes than the ballast's usual
   * size; returns whether that freed space.
   */
  public boolean releaseIfShort() throws IOException {
    return MediumSpace.of(file.resolveSibling(".")).usableBytes() < bytes && release();
  }

  /** Gives up everything; returns whether that freed space. */
  public boolean releaseLast() throws IOException {
    return shrink(0);
  }

  private boolean shrink(long size) throws IOException {
    if (!Files.exists(file) || Files.size(file) <= size) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      LOG.warn(
          "{}: {} bytes are given to its file system, which is full", file, channel.size() - size);
      channel.truncate(size);
    }
    return true;
  }

  /** Reserves the space again, if the file system has enough beyond the headroom for metadata. */
  public void restore() throws IOException {
    long size = Files.exists(file) ? Files.size(file) : 0;
    MediumSpace space = MediumSpace.of(file.resolveSibling("."));
    if (size < bytes && space.usableBytes() - bytes > space.headroomBytes()) {
      grow(size, bytes);
    } else if (size < LAST_BYTES && space.usableBytes() > 2 * LAST_BYTES) {
      grow(size, Math.min(LAST_BYTES, bytes));
    }
  }

  private void grow(long from, long to) throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
    if (to > from) {
      try {
        boolean _ = FileReservation.reserve(file, from, to - from);
      } catch (DeviceFullException e) {
        LOG.debug("{}: not restored: {}", file, e.getMessage());
      }
    }
  }
}
