package io.pando.disk.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One of the equally large parts of a log. Buffers are direct and begin in memory at a multiple of
 * the block size. One thread uses it.
 */
public interface LogSegment extends AutoCloseable {
  /** Lower bound of {@link #unitBytes}. */
  int LEAST_UNIT_BYTES = 512;

  /** Length in bytes; whole blocks. */
  long bytes();

  /**
   * Bytes that can be written on their own: neighbouring bytes stay intact even if power fails. A
   * power of two from {@link #LEAST_UNIT_BYTES} to a block.
   */
  int unitBytes();

  /** How the segment is read and written, for people. */
  default String accessMode() {
    return "pieces of " + unitBytes() + " bytes";
  }

  /**
   * Fills the buffer's remaining bytes, starting at a position; position and length are whole
   * blocks.
   */
  void read(long position, ByteBuffer into) throws IOException;

  /**
   * Writes the buffer's remaining bytes, starting at a position, and makes them durable; position
   * and length are whole {@linkplain #unitBytes units}.
   */
  void writeDurably(long position, ByteBuffer from) throws IOException;

  @Override
  void close() throws IOException;
}
