package io.pando.client.fs.open;

import io.pando.fs.inode.Timestamp;

/** When this client changed and read the bytes of a file that it may change. */
final class WriterRecord {
  private Timestamp modified = Timestamp.EPOCH;
  private Timestamp accessed = Timestamp.EPOCH;

  Timestamp modified() {
    return modified;
  }

  Timestamp accessed() {
    return accessed;
  }

  void wrote(Timestamp now) {
    modified = modified.max(now);
  }

  void read(Timestamp now) {
    accessed = accessed.max(now);
  }

  /** The server knows these times, and sets others now. */
  void forgetTimes() {
    modified = Timestamp.EPOCH;
    accessed = Timestamp.EPOCH;
  }
}
