package io.pando.disk.device;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes to many places of a device at once. It belongs to one thread, and lives as long as its
 * device.
 */
public interface BlockWriter {
  /**
   * Something to be written with what else is added. The bytes are not looked at before it is
   * drained, and must be left alone until then; buffers are as the device wants them.
   */
  void add(long block, ByteBuffer from);

  /**
   * Writes all that was added, in any order. After a failure nobody knows what of it is there; it
   * is forgotten here.
   *
   * @throws DeviceFullException if the medium has no room
   */
  void drain() throws IOException;

  /** Does what {@link #drain} does, and makes that and all that was drained before durable. */
  void drainDurably() throws IOException;

  /** Forgets what was added. */
  void clear();
}
