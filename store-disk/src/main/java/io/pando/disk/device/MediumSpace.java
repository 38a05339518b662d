package io.pando.disk.device;

import io.pando.port.ObjectStore.Usage;
import java.nio.file.Path;

/**
 * Space of the file system below a store, which others may use too.
 *
 * @param totalBytes of the whole file system; 0: the store has its medium for itself
 * @param usableBytes that can still be written
 */
public record MediumSpace(long totalBytes, long usableBytes) {
  /** A medium on which all blocks are there from the beginning. */
  public static final MediumSpace OWN = new MediumSpace(0, Long.MAX_VALUE);

  /**
   * So much of a file system stays free of data: what stores write beside them cannot be told
   * beforehand, and without it nothing can be removed.
   */
  private static final long HEADROOM_BYTES = 256L << 20;

  /** On a small file system it is a part of the whole. */
  private static final int HEADROOM_PARTS = 10;

  /** Data that were promised already may take the headroom down to such a part of it. */
  private static final int LAST_PARTS = 4;

  /** What the file system of a file has. */
  public static MediumSpace of(Path file) {
    return new MediumSpace(file.toFile().getTotalSpace(), file.toFile().getUsableSpace());
  }

  /** Whether others can take what is free. */
  public boolean isShared() {
    return totalBytes > 0;
  }

  /** Bytes that data of clients leave free. */
  public long headroomBytes() {
    return Math.min(HEADROOM_BYTES, totalBytes / HEADROOM_PARTS);
  }

  /** Bytes that all data leave free; below that not even metadata may find room. */
  public long leastBytes() {
    return headroomBytes() / LAST_PARTS;
  }

  /** Whether what is kept free of data is touched. */
  public boolean isLow() {
    return isShared() && usableBytes < headroomBytes();
  }

  /** Whether so little is free that metadata may soon find no room. */
  public boolean isShort() {
    return isShared() && usableBytes < leastBytes();
  }

  /**
   * How full a store on this medium is. What others take counts as used, and what is kept free of
   * data does not count as left.
   *
   * @param capacity that was agreed upon, in bytes
   * @param occupied by data, in bytes
   * @param reserved for data beyond that, in bytes
   */
  public Usage bound(long capacity, long occupied, long reserved) {
    if (!isShared()) {
      return new Usage(capacity, occupied);
    }
    long most = Math.min(capacity, Math.max(occupied, totalBytes));
    long more = Math.max(0, usableBytes - headroomBytes());
    long left = isShort() ? 0 : Math.min(capacity - occupied, reserved + more);
    return new Usage(most, Math.max(0, most - left));
  }
}
