package io.pando.disk.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Performs the writes one after another, in the order in which they were added. */
final class PlainWriter implements BlockWriter {
  private record Part(long block, ByteBuffer bytes) {}

  private final BlockDevice device;
  private final List<Part> parts = new ArrayList<>();
  private boolean unflushed;

  PlainWriter(BlockDevice device) {
    this.device = device;
  }

  @Override
  public void add(long block, ByteBuffer from) {
    parts.add(new Part(block, from));
  }

  @Override
  public void drain() throws IOException {
    try {
      for (Part part : parts) {
        unflushed = true;
        device.write(part.block(), part.bytes());
      }
    } finally {
      parts.clear();
    }
  }

  @Override
  public void drainDurably() throws IOException {
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
  public void clear() {
    parts.clear();
  }
}
