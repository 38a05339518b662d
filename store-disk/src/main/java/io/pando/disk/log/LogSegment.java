package io.pando.disk.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One of the equal parts of a log. Buffers are direct and begin at a multiple of a block's size in
 * memory. One thread uses it.
 */
public interface LogSegment extends AutoCloseable {
  /** The least that {@link #unitBytes} is. */
  int LEAST_UNIT_BYTES = 512;

  /** Its length in bytes: whole blocks. */
  long bytes();

  /**
   * So many bytes can be written by themselves: those beside them stay as they are, even if the
   * power goes. A power of two from {@link #LEAST_UNIT_BYTES} to a block.
   */
  int unitBytes();

  /** How it is read and written, for people. */
  default String manner() {
    return "pieces of " + unitBytes() + " bytes";
  }

  /** Fills the buffer's remaining bytes from a position on; both are whole blocks. */
  void read(long position, ByteBuffer into) throws IOException;

  /**
   * Writes the buffer's remaining bytes from a position on, and makes them durable; both are whole
   * {@linkplain #unitBytes units}.
   */
  void writeDurably(long position, ByteBuffer from) throws IOException;

  @Override
  void close() throws IOException;
}
