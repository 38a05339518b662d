package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.AlignedBuffers;
import io.pando.probe.Limit;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads units of segments in sequence, many with one call. */
final class ReadAhead {
  private static final Limit MOST_BLOCKS =
      Limit.ofReserve("log: blocks read ahead", 1, (1 << 20) / BLOCK_BYTES);

  private final long segmentBytes;
  private final ByteBuffer buffer;
  private @Nullable LogSegment segment;
  private long first;
  private int count;

  ReadAhead(long segmentBytes) {
    this.segmentBytes = segmentBytes;
    this.buffer =
        AlignedBuffers.blocks((int) Math.min(MOST_BLOCKS.value(), segmentBytes / BLOCK_BYTES));
  }

  /** The bytes from a position to the end of its unit; valid until the next call. */
  ByteBuffer at(LogSegment of, long position, int unitBytes) throws IOException {
    if (!of.equals(segment) || position < first || position >= first + count) {
      long block = position / BLOCK_BYTES * BLOCK_BYTES;
      count = (int) Math.min(buffer.capacity(), segmentBytes - block);
      of.read(block, buffer.clear().limit(count));
      segment = of;
      first = block;
    }
    return buffer.clear().slice((int) (position - first), unitBytes);
  }
}
