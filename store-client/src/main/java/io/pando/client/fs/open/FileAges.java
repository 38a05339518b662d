package io.pando.client.fs.open;

import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Timestamp;

/** Times of a file by the server: whether a read is to change the time of access. */
record FileAges(Timestamp accessed, Timestamp changed) {
  static final FileAges UNKNOWN = new FileAges(Timestamp.EPOCH, Timestamp.EPOCH);

  private static final long DAY_SECONDS = 86_400;

  static FileAges of(FileTimes times) {
    return new FileAges(times.accessed(), times.modified().max(times.changed()));
  }

  /**
   * Whether a read changes the time of access, as with {@code relatime} on Linux: the file was not
   * read since its last change, or not for a day.
   */
  boolean isReadNews(WriterRecord own, Timestamp now) {
    Timestamp last = accessed.max(own.accessed());
    Timestamp change = changed.max(own.modified());
    return last.compareTo(change) <= 0 || now.seconds() - last.seconds() >= DAY_SECONDS;
  }
}
