package io.pando.disk.device;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Performs the writes one after another, in the order in which they were added. */
public class PlainWriter implements BlockWriter {
  /** A write to consecutive blocks: the bytes of a buffer from {@code start} on. */
  protected record Part(long block, ByteBuffer bytes, int start) {
    /** Offset of the remaining bytes in the device. */
    public long offset() {
      return block * BLOCK_BYTES + bytes.position() - start;
    }
  }

  protected final BlockDevice device;
  protected final List<Part> parts = new ArrayList<>();
  private boolean unflushed;

  protected PlainWriter(BlockDevice device) {
    this.device = device;
  }

  @Override
  public void add(long block, ByteBuffer from) {
    parts.add(new Part(block, from, from.position()));
  }

  @Override
  public final void drain() throws IOException {
    if (parts.isEmpty()) {
      return;
    }
    unflushed = true;
    try {
      writeAll();
    } finally {
      parts.clear();
    }
  }

  /** Performs all writes, at least one. */
  protected void writeAll() throws IOException {
    for (Part part : parts) {
      device.write(part.block(), part.bytes());
    }
  }

  @Override
  public final void drainDurably() throws IOException {
    if (parts.size() == 1 && !unflushed) {
      Part only = parts.removeFirst();
      device.writeDurably(only.block(), only.bytes());
      return;
    }
    drain();
    if (unflushed) {
      device.flush();
      unflushed = false;
    }
  }

  @Override
  public final void clear() {
    parts.clear();
  }
}
