package io.pando.fs.session;

import io.pando.fs.inode.Timestamp;

/**
 * What only a client that writes a file knows of it.
 *
 * @param size bytes of the file, at least; the server takes the largest that any client told,
 *     unless the file was truncated since
 * @param truncations number of truncations of the file that the client knew; a size from before a
 *     truncation counts for nothing
 * @param modified when the client changed data last
 * @param accessed when the client read data last
 * @param reach offset up to which the client needs to write soon; 0 if it has no such need. The
 *     file is no longer for that
 */
public record FileState(
    long size, long truncations, Timestamp modified, Timestamp accessed, long reach) {
  /** A client that needs to write no further than it may. */
  public FileState(long size, long truncations, Timestamp modified, Timestamp accessed) {
    this(size, truncations, modified, accessed, 0);
  }
}
