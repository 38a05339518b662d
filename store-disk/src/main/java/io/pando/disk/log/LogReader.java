package io.pando.disk.log;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Receives the contents of a log during opening, in the order of writing. */
public interface LogReader {
  /**
   * A record that the owner's checkpoint does not cover.
   *
   * @param body valid during the call
   * @throws LogDamagedException if the record cannot be decoded
   */
  void onRecord(long sequence, ByteBuffer body) throws IOException, LogDamagedException;
}
