package io.pando.mds.session;

import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import org.jspecify.annotations.Nullable;

/**
 * How a change was answered.
 *
 * @param record number of its record in the journal; 0 if a former holder of the rank wrote it, so
 *     that it is durable
 * @param ino the inode that the answer contained; null if it was {@link
 *     io.pando.fs.request.FsAnswer.Done}
 */
public record PastAnswer(long record, @Nullable Ino ino) {
  /**
   * The answer, once more. A client that has it is not told that the inode is gone since: it would
   * take that for a change that was lost.
   *
   * @param now the inode as it is, or why there is none
   * @param heard record of the answer that the client has; 0 if it has none
   */
  public FsAnswer again(FsAnswer now, long heard) {
    return heard > 0 && now instanceof FsAnswer.Failed ? new FsAnswer.Done() : now;
  }
}
