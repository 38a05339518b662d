package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads blocks and lets none pass that does not match its checksum. What fails may have been a bad
 * moment of a cable or a controller, so it is read again before it counts as damaged.
 */
public final class SoundBlocks {
  /** How often a block is read before it counts as damaged. */
  public static final int ATTEMPTS = 3;

  private final BlockDevice device;

  SoundBlocks(BlockDevice device) {
    this.device = device;
  }

  /**
   * Reads blocks that follow each other on the device.
   *
   * @param checksums of the blocks, in that order
   * @param into from its beginning on, aligned; has room for them
   * @throws UnsoundException the first that cannot be read, or is not what was written
   */
  void read(long place, int count, int[] checksums, ByteBuffer into) throws UnsoundException {
    for (int attempt = 1; ; attempt++) {
      try {
        attempt(place, count, checksums, into);
        return;
      } catch (UnsoundException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void attempt(long place, int count, int[] checksums, ByteBuffer into)
      throws UnsoundException {
    try {
      device.read(place, into.clear().limit(count * BLOCK_BYTES));
    } catch (IOException e) {
      throw new UnsoundException(0, count, "cannot be read: " + e.getMessage());
    }
    for (int i = 0; i < count; i++) {
      int actual = ObjectData.checksum(into.slice(i * BLOCK_BYTES, BLOCK_BYTES));
      if (actual != checksums[i]) {
        throw new UnsoundException(
            i, 1, String.format("checksum %08x, but the bytes give %08x", checksums[i], actual));
      }
    }
  }

  /**
   * Blocks are damaged: {@code count} of them behind the first {@code index} that were asked for.
   */
  static final class UnsoundException extends Exception {
    private static final long serialVersionUID = 1;

    final int index;
    final int count;

    UnsoundException(int index, int count, String why) {
      super(why);
      this.index = index;
      this.count = count;
    }
  }
}
