package io.pando.disk.account;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

/**
 * A file that grows at its end through the page cache and is flushed every now and then: what is
 * flushed are whole pages, so the last one is written again and again. One thread tells it.
 */
public final class FlushedFile {
  private long endBytes;

  /**
   * So many bytes were added and flushed.
   *
   * @return bytes that reach the device beside them
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
