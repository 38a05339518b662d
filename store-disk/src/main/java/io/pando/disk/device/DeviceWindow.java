package io.pando.disk.device;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.check.Invariant;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A range of a device's blocks, as a device of its own. */
public final class DeviceWindow extends ForwardingDevice {
  private final long first;
  private final long blocks;

  /** The blocks from {@code first} on. The window takes ownership of the device. */
  public DeviceWindow(BlockDevice device, long first, long blocks) {
    super(device);
    Invariant.check(
        first >= 0 && blocks >= 0 && first + blocks <= device.blocks(),
        () -> blocks + " blocks from " + first + " of " + device.blocks());
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
  public boolean claim(long from, long to) throws IOException {
    check(from, to - from);
    return device.claim(first + from, first + to);
  }

  @Override
  public long reserveLast(long from, long to) throws IOException {
    return device.reserveLast(first + from, first + to);
  }

  @Override
  public long reserveClaimed(long from, long to) throws IOException {
    return device.reserveClaimed(first + from, first + to);
  }

  @Override
  public boolean discard(long from, long to) throws IOException {
    return device.discard(first + from, first + to);
  }

  /** The space of a device of its own is not known. */
  @Override
  public void eachUnreserved(long to, RangeVisitor visitor) {}

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

  @Override
  public BlockWriter writer() throws IOException {
    return new Writer(device.writer());
  }

  /** Writes within the window. */
  private final class Writer implements BlockWriter {
    private final BlockWriter writer;

    Writer(BlockWriter writer) {
      this.writer = writer;
    }

    @Override
    public void add(long block, ByteBuffer from) {
      check(block, blocksOf(from));
      writer.add(first + block, from);
    }

    @Override
    public void drain() throws IOException {
      writer.drain();
    }

    @Override
    public void drainDurably() throws IOException {
      writer.drainDurably();
    }

    @Override
    public void clear() {
      writer.clear();
    }
  }

  private static long blocksOf(ByteBuffer buffer) {
    return buffer.remaining() / BLOCK_BYTES;
  }

  /** Blocks outside the window belong to other data. */
  private void check(long block, long count) {
    Invariant.check(
        block >= 0 && block + count <= blocks,
        () -> count + " blocks from " + block + " of " + blocks);
  }

  @Override
  public String describe() {
    return device.describe() + ", from block " + first;
  }
}
