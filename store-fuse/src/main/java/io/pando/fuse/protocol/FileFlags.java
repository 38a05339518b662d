package io.pando.fuse.protocol;

/**
 * Flags of {@code open(2)} as a request carries them. Their numbers are the same on all processors
 * that the JVM runs on, except those that are absent here.
 *
 * @param bits the flags
 */
public record FileFlags(int bits) {
  private static final int ACCESS_MODE = 3;
  private static final int WRITE_ONLY = 1;
  private static final int READ_WRITE = 2;
  private static final int EXCLUSIVE = 0x80;
  private static final int TRUNCATE = 0x200;
  private static final int APPEND = 0x400;
  private static final int DATA_SYNC = 0x1000;

  /** Whether the file is open for reading. */
  public boolean isReadable() {
    return (bits & ACCESS_MODE) != WRITE_ONLY;
  }

  /** Whether the file is open for writing. */
  public boolean isWritable() {
    int mode = bits & ACCESS_MODE;
    return mode == WRITE_ONLY || mode == READ_WRITE;
  }

  /** Whether creating an existing name fails (O_EXCL). */
  public boolean isExclusive() {
    return (bits & EXCLUSIVE) != 0;
  }

  /** Whether opening truncates the file (O_TRUNC). */
  public boolean isTruncating() {
    return (bits & TRUNCATE) != 0;
  }

  /** Whether each write goes to the end of the file (O_APPEND). */
  public boolean isAppending() {
    return (bits & APPEND) != 0;
  }

  /** Whether each write is durable before it returns (O_DSYNC or O_SYNC). */
  public boolean isSynchronous() {
    return (bits & DATA_SYNC) != 0;
  }
}
