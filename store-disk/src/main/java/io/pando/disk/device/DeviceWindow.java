package io.pando.disk.device;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.check.Invariant;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Some blocks of a device, as a device of their own. */
public final class DeviceWindow implements BlockDevice {
  private final BlockDevice device;
  private final long first;
  private final long blocks;

  /** The blocks from {@code first} on; the device becomes the window's. */
  public DeviceWindow(BlockDevice device, long first, long blocks) {
    Invariant.check(
        first >= 0 && blocks >= 0 && first + blocks <= device.blocks(),
        () -> blocks + " blocks from " + first + " of " + device.blocks());
    this.device = device;
    this.first = first;
    this.blocks = blocks;
  }

  @Override
  public long blocks() {
    return blocks;
  }

  @Override
  public long reserve(long from, long to) throws IOException {
    check(from, to - from);
    return device.reserve(first + from, first + to);
  }

  @Override
  public void read(long block, ByteBuffer into) throws IOException {
    check(block, blocksOf(into));
    device.read(first + block, into);
  }

  @Override
  public void write(long block, ByteBuffer from) throws IOException {
    check(block, blocksOf(from));
    device.write(first + block, from);
  }

  @Override
  public void writeDurably(long block, ByteBuffer from) throws IOException {
    check(block, blocksOf(from));
    device.writeDurably(first + block, from);
  }

  private static long blocksOf(ByteBuffer buffer) {
    return buffer.remaining() / BLOCK_BYTES;
  }

  /** Beyond the window are the data of somebody else. */
  private void check(long block, long count) {
    Invariant.check(
        block >= 0 && block + count <= blocks,
        () -> count + " blocks from " + block + " of " + blocks);
  }

  @Override
  public void flush() throws IOException {
    device.flush();
  }

  @Override
  public String describe() {
    return device.describe() + ", from block " + first;
  }

  @Override
  public void close() throws IOException {
    device.close();
  }
}
