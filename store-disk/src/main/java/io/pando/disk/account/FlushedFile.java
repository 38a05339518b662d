package io.pando.disk.account;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

/**
 * Estimates the device writes of a file that is appended through the page cache and flushed now and
 * then. A flush writes whole pages, so the last page is written repeatedly. One thread uses it.
 */
public final class FlushedFile {
  private long endBytes;

  /**
   * Counts bytes that were appended and flushed.
   *
   * @return bytes that reach the device in addition to these
   */
  public long add(long bytes) {
    if (bytes == 0) {
      return 0;
    }
    long firstPage = endBytes / BLOCK_BYTES;
    endBytes += bytes;
    long behindLastPage = (endBytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
    return (behindLastPage - firstPage) * BLOCK_BYTES - bytes;
  }
}
