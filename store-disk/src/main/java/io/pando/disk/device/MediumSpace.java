package io.pando.disk.device;

import io.pando.port.ObjectStore.Usage;
import java.nio.file.Path;

/**
 * Space of the file system below a store; others may use it too.
 *
 * @param totalBytes size of the whole file system; 0 if the store has its medium for itself
 * @param usableBytes bytes that can still be written
 */
public record MediumSpace(long totalBytes, long usableBytes) {
  /** A medium on which all blocks exist from the beginning. */
  public static final MediumSpace OWN = new MediumSpace(0, Long.MAX_VALUE);

  /**
   * Space of a file system that is kept free of data. The stores' writes besides data cannot be
   * predicted, and without that space nothing can be removed.
   */
  private static final long HEADROOM_BYTES = 256L << 20;

  /** On a small file system, the headroom is this fraction of the whole. */
  private static final int HEADROOM_PARTS = 10;

  /** Data that were promised already may shrink the headroom to this fraction of it. */
  private static final int LAST_PARTS = 4;

  /** Space of the file system that holds a file. */
  public static MediumSpace of(Path file) {
    return new MediumSpace(file.toFile().getTotalSpace(), file.toFile().getUsableSpace());
  }

  /** Whether others can use the free space. */
  public boolean isShared() {
    return totalBytes > 0;
  }

  /** Bytes that client data leave free. */
  public long headroomBytes() {
    return Math.min(HEADROOM_BYTES, totalBytes / HEADROOM_PARTS);
  }

  /** Bytes that all data leave free; with less, even metadata may find no space. */
  public long leastBytes() {
    return headroomBytes() / LAST_PARTS;
  }

  /**
   * Whether {@code bytes} more bytes can be written.
   *
   * @param binding whether they were promised already, and may use a part of the headroom
   */
  public boolean has(long bytes, boolean binding) {
    return bytes <= usableBytes - (binding ? leastBytes() : headroomBytes());
  }

  /** Whether the headroom is partly used. */
  public boolean isLow() {
    return isShared() && usableBytes < headroomBytes();
  }

  /** Whether so little is free that metadata may soon find no space. */
  public boolean isShort() {
    return isShared() && usableBytes < leastBytes();
  }

  /**
   * Usage of a store on this medium. Space used by others counts as used, and the headroom does not
   * count as left.
   *
   * @param capacity configured capacity in bytes
   * @param occupied bytes that data occupy
   * @param reserved bytes reserved for further data
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
