package io.pando.disk.device;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file or a device that is read and written at positions in bytes. */
public interface DurableFile extends AutoCloseable {
  /**
   * Fills the buffer's remaining bytes, starting at a position.
   *
   * @throws java.io.EOFException if the file ends before that
   */
  void read(long position, ByteBuffer into) throws IOException;

  /**
   * Writes the buffer's remaining bytes, starting at a position, durably.
   *
   * @throws DeviceFullException if there is no space
   */
  void writeDurably(long position, ByteBuffer from) throws IOException;

  @Override
  void close() throws IOException;
}
