package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes blocks to their places, those that follow each other together, durably. */
final class DataWriter {
  private static final int BUFFER_BLOCKS = (1 << 20) / BLOCK_BYTES;

  private final BlockDevice device;
  private final ByteBuffer buffer = AlignedBuffers.blocks(BUFFER_BLOCKS);
  private final List<LogItem.Placement> parts = new ArrayList<>();

  DataWriter(BlockDevice device) {
    this.device = device;
  }

  void add(List<LogItem.Placement> more) {
    parts.addAll(more);
  }

  void clear() {
    parts.clear();
  }

  /** All that was added is durable. */
  void write() throws IOException {
    if (parts.isEmpty()) {
      return;
    }
    parts.sort(Comparator.comparingLong(LogItem.Placement::place));
    boolean together = fitsOneWrite();
    long at = parts.getFirst().place();
    buffer.clear();
    for (LogItem.Placement part : parts) {
      if (part.place() != at + buffer.position() / BLOCK_BYTES) {
        at = drain(at);
        at = part.place();
      }
      ByteBuffer bytes = part.bytes().asByteBuffer();
      while (bytes.hasRemaining()) {
        if (!buffer.hasRemaining()) {
          at = drain(at);
        }
        int length = Math.min(bytes.remaining(), buffer.remaining());
        buffer.put(bytes.slice(bytes.position(), length));
        bytes.position(bytes.position() + length);
      }
    }
    if (together) {
      device.writeDurably(at, buffer.flip());
    } else {
      drain(at);
      device.flush();
    }
    parts.clear();
  }

  private boolean fitsOneWrite() {
    long next = parts.getFirst().place();
    long blocks = 0;
    for (LogItem.Placement part : parts) {
      if (part.place() != next) {
        return false;
      }
      int count = part.bytes().size() / BLOCK_BYTES;
      next += count;
      blocks += count;
    }
    return blocks <= BUFFER_BLOCKS;
  }

  /** Writes what is in the buffer; returns the block behind it. */
  private long drain(long at) throws IOException {
    int blocks = buffer.position() / BLOCK_BYTES;
    if (blocks > 0) {
      device.write(at, buffer.flip());
    }
    buffer.clear();
    return at + blocks;
  }
}
