package io.pando.fs.session;

import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
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

  /** The same of a client that cannot have written further than this. */
  public FileState within(long writableTo) {
    return new FileState(Math.min(size, writableTo), truncations, modified, accessed);
  }

  /**
   * An inode once a server knows what a client told its predecessor before it gave up writing the
   * file. That one may have taken it; then another client may have set a smaller size since.
   */
  public Inode appliedAgainTo(Inode inode) {
    return inode.content() instanceof InodeContent.File file && countsFor(inode)
        ? within(Math.max(file.size(), file.granted())).appliedTo(inode)
        : inode;
  }

  /** Whether the size of a file was not set since a client told this. */
  public boolean countsFor(Inode inode) {
    return inode.content() instanceof InodeContent.File file && file.truncations() == truncations;
  }

  /** An inode once the server knows this; the inode itself if it is not a file's. */
  public Inode appliedTo(Inode inode) {
    if (!(inode.content() instanceof InodeContent.File file)) {
      return inode;
    }
    long larger = Math.max(file.size(), size);
    long granted = file.granted() == 0 ? 0 : Math.max(file.granted(), larger);
    FileTimes times = inode.times();
    FileTimes later =
        new FileTimes(
            times.accessed().max(accessed),
            times.modified().max(modified),
            modified.compareTo(times.modified()) > 0
                ? times.changed().max(modified)
                : times.changed(),
            times.born());
    return inode.withContent(file.withSize(larger, granted)).withTimes(later);
  }
}
