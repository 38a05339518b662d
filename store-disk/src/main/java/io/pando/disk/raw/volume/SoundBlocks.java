package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Reads blocks and verifies their checksums. A failure may be a transient error of a cable or a
 * controller, so a block is read again before it counts as damaged.
 */
public final class SoundBlocks {
  /** Number of reads after which a block counts as damaged. */
  public static final int ATTEMPTS = 3;

  private final BlockDevice device;

  SoundBlocks(BlockDevice device) {
    this.device = device;
  }

  /** CRC32C of a buffer's remaining bytes. */
  static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }

  /**
   * Reads consecutive blocks of the device.
   *
   * @param checksums checksums of the blocks, in order
   * @param into aligned target with enough space, filled from its beginning
   * @throws UnsoundException for the first block that cannot be read or fails its checksum
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
      int actual = checksum(into.slice(i * BLOCK_BYTES, BLOCK_BYTES));
      if (actual != checksums[i]) {
        throw new UnsoundException(
            i, 1, String.format("checksum %08x, but the bytes give %08x", checksums[i], actual));
      }
    }
  }

  /** Blocks are damaged: {@code count} blocks after the first {@code index} requested ones. */
  static final class UnsoundException extends Exception {
    final int index;
    final int count;

    UnsoundException(int index, int count, String why) {
      super(why);
      this.index = index;
      this.count = count;
    }
  }
}
