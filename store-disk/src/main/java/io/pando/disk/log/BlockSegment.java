package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.check.Invariant;
import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A segment on a device that writes whole blocks. A write includes the unchanged rest of its
 * blocks. For devices that keep the rest intact whatever happens.
 */
public final class BlockSegment implements LogSegment {
  private final BlockDevice device;

  /** A segment that occupies a whole device. */
  public BlockSegment(BlockDevice device) {
    this.device = device;
  }

  @Override
  public long bytes() {
    return device.blocks() * BLOCK_BYTES;
  }

  @Override
  public int unitBytes() {
    return LEAST_UNIT_BYTES;
  }

  @Override
  public void read(long position, ByteBuffer into) throws IOException {
    Invariant.check(position % BLOCK_BYTES == 0, "reads begin at a block");
    device.read(position / BLOCK_BYTES, into);
  }

  @Override
  public void writeDurably(long position, ByteBuffer from) throws IOException {
    long first = position / BLOCK_BYTES;
    long end = (position + from.remaining() + BLOCK_BYTES - 1) / BLOCK_BYTES;
    ByteBuffer blocks = AlignedBuffers.blocks(Math.toIntExact(end - first));
    int lead = Math.toIntExact(position - first * BLOCK_BYTES);
    if (lead > 0) {
      device.read(first, blocks.slice(0, BLOCK_BYTES));
    }
    if (lead + from.remaining() < blocks.capacity()) {
      device.read(end - 1, blocks.slice(blocks.capacity() - BLOCK_BYTES, BLOCK_BYTES));
    }
    blocks.position(lead).put(from);
    device.writeDurably(first, blocks.clear());
  }

  @Override
  public void close() throws IOException {
    device.close();
  }
}
