package io.pando.disk.raw.pipeline.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.AlignedBuffers;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.BlockWriter;
import io.pando.probe.Limit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes blocks to their places, all at once and durably; consecutive blocks form one write. */
final class DataWriter {
  private static final Limit BUFFER_BLOCKS =
      Limit.ofReserve("data writer: blocks gathered for one write", 1, (1 << 20) / BLOCK_BYTES);

  private final BlockWriter writer;
  private final ByteBuffer buffer = AlignedBuffers.blocks(BUFFER_BLOCKS.value());
  private final List<LogItem.Placement> parts = new ArrayList<>();

  /** Start of the current run in the buffer. */
  private int runStart;

  /** The run's first block on the device. */
  private long runBlock;

  DataWriter(BlockDevice device) throws IOException {
    this.writer = device.writer();
  }

  void add(List<LogItem.Placement> more) {
    parts.addAll(more);
  }

  void clear() {
    parts.clear();
    writer.clear();
  }

  /** Makes all added blocks durable. */
  void write() throws IOException {
    if (parts.isEmpty()) {
      return;
    }
    parts.sort(Comparator.comparingLong(LogItem.Placement::place));
    begin(parts.getFirst().place());
    for (LogItem.Placement part : parts) {
      if (part.place() != runBlock + (buffer.position() - runStart) / BLOCK_BYTES) {
        endRun();
        runBlock = part.place();
      }
      for (ByteBuffer bytes : part.bytes().asByteBuffers()) {
        gather(bytes);
      }
    }
    endRun();
    writer.drainDurably();
    parts.clear();
  }

  private void gather(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (!buffer.hasRemaining()) {
        endRun();
        writer.drain();
        begin(runBlock);
      }
      int length = Math.min(bytes.remaining(), buffer.remaining());
      buffer.put(bytes.slice(bytes.position(), length));
      bytes.position(bytes.position() + length);
    }
  }

  private void begin(long block) {
    buffer.clear();
    runStart = 0;
    runBlock = block;
  }

  /** Hands over the current run; the next one begins behind it. */
  private void endRun() {
    int length = buffer.position() - runStart;
    if (length > 0) {
      writer.add(runBlock, buffer.slice(runStart, length));
    }
    runStart = buffer.position();
    runBlock += length / BLOCK_BYTES;
  }
}
