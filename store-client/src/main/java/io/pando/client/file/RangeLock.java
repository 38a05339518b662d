package io.pando.client.file;

import io.pando.bytes.ByteRange;

/**
 * A lock on a range of a file, of the family of {@code fcntl}. It excludes the locks of other open
 * files, in this process and on other machines, and those of programs that use {@code fcntl} on
 * mounts. It ends with its release, with the closing of the file, or with the client.
 */
public interface RangeLock extends AutoCloseable {
  /** The bytes that it covers. */
  ByteRange range();

  /** Whether others may have shared locks on these bytes. */
  boolean isShared();

  /** Releases it. Has no effect if it is released already. */
  @Override
  void close();
}
