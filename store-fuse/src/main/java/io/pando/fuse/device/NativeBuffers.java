package io.pando.fuse.device;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Buffers for answers, reused: small ones for structures, large ones for data. More than are kept
 * may be in use; the others are left to the garbage collector. Any thread may use it.
 */
public final class NativeBuffers {
  private static final int SMALL_BYTES = 4096;
  private static final int SMALL_COUNT = 64;

  private final int largeBytes;
  private final BlockingQueue<NativeBuffer> small = new ArrayBlockingQueue<>(SMALL_COUNT);
  private final BlockingQueue<NativeBuffer> large;

  /**
   * No buffers yet.
   *
   * @param largeBytes size of the large ones
   * @param largeCount how many of them are kept
   */
  public NativeBuffers(int largeBytes, int largeCount) {
    this.largeBytes = largeBytes;
    this.large = new ArrayBlockingQueue<>(largeCount);
  }

  /** A buffer with at least some bytes; {@link #giveBack} takes it when it is no longer used. */
  public NativeBuffer take(int bytes) {
    if (bytes > largeBytes) {
      return new NativeBuffer(bytes);
    }
    boolean isSmall = bytes <= SMALL_BYTES;
    @Nullable NativeBuffer free = (isSmall ? small : large).poll();
    return free != null ? free : new NativeBuffer(isSmall ? SMALL_BYTES : largeBytes);
  }

  /** Takes back a buffer. */
  public void giveBack(NativeBuffer buffer) {
    if (buffer.bytes() == SMALL_BYTES) {
      boolean _ = small.offer(buffer);
    } else if (buffer.bytes() == largeBytes) {
      boolean _ = large.offer(buffer);
    }
  }
}
