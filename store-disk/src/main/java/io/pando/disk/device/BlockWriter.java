package io.pando.disk.device;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes to many places of a device at once. One thread uses it; it lives as long as its device.
 */
public interface BlockWriter {
  /**
   * Adds a write for the next drain. The buffer is read only then and must not change before; it
   * has the alignment that the device requires.
   */
  void add(long block, ByteBuffer from);

  /**
   * Writes everything that was added, in any order. After a failure it is unknown which writes took
   * effect; all of them are dropped here.
   *
   * @throws DeviceFullException if the medium has no space
   */
  void drain() throws IOException;

  /** Like {@link #drain}, and makes these writes and all earlier ones durable. */
  void drainDurably() throws IOException;

  /** Drops everything that was added. */
  void clear();
}
