package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;

/**
 * Detects sequential reads of a file, and says what to read ahead: nothing before the first read
 * that follows another, then a window that is doubled whenever half of it was used.
 */
final class FileReadAhead {
  private final int first;
  private final long most;
  private long expected;
  private long aheadTo;
  private long window;

  FileReadAhead(FileDataConfig config) {
    // A window that is not small beside the cache would push out bytes before they are read.
    this.most = Math.min(config.mostReadAhead(), config.cacheBytes() / 4);
    this.first = (int) Math.min(config.firstReadAhead(), most);
  }

  /** What to read ahead after a read of a range; of length 0 if nothing. */
  ByteRange after(ByteRange read, long size) {
    boolean sequential = read.offset() == expected;
    expected = read.end();
    if (!sequential) {
      window = 0;
      aheadTo = read.end();
      return Ranges.of(0, 0);
    }
    if (window > 0 && aheadTo - read.end() >= window / 2) {
      return Ranges.of(0, 0);
    }
    window = window == 0 ? first : Math.min(2 * window, most);
    long from = Math.max(aheadTo, read.end());
    ByteRange ahead = Ranges.of(from, Math.min(read.end() + window, size));
    aheadTo = Math.max(aheadTo, ahead.end());
    return ahead;
  }
}
