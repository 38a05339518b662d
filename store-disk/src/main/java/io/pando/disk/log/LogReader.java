package io.pando.disk.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Hears what is in a log that is opened, in the order in which it was written. */
public interface LogReader {
  /**
   * A record that the owner's checkpoint does not cover.
   *
   * @param body valid during the call
   * @throws LogDamagedException if it makes no sense
   */
  void onRecord(long sequence, ByteBuffer body) throws IOException, LogDamagedException;
}
