package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads blocks of segments one after another, many at once. */
final class ReadAhead {
  private static final int MOST_BLOCKS = (1 << 20) / BLOCK_BYTES;

  private final long segmentBlocks;
  private final ByteBuffer buffer;
  private @Nullable BlockDevice segment;
  private long first;
  private int count;

  ReadAhead(long segmentBlocks) {
    this.segmentBlocks = segmentBlocks;
    this.buffer = AlignedBuffers.blocks((int) Math.min(MOST_BLOCKS, segmentBlocks));
  }

  /** The bytes of a block, valid until the next call. */
  ByteBuffer at(BlockDevice of, long block) throws IOException {
    if (!of.equals(segment) || block < first || block >= first + count) {
      count = (int) Math.min(buffer.capacity() / BLOCK_BYTES, segmentBlocks - block);
      of.read(block, buffer.clear().limit(count * BLOCK_BYTES));
      segment = of;
      first = block;
    }
    return buffer.clear().slice((int) (block - first) * BLOCK_BYTES, BLOCK_BYTES);
  }
}
