package io.pando.mds.session;

import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
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
   * The answer, once more. If the inode is gone since, that the change is done is all that is left
   * to say: an error would mean that it was lost. A client that has the answer needs no inode.
   *
   * @param now the inode as it is, or why there is none
   * @param heard record of the answer that the client has; 0 if it has none
   */
  public FsAnswer again(FsAnswer now, long heard) {
    boolean gone = now.equals(new FsAnswer.Failed(FsError.ESTALE));
    return gone || (heard > 0 && now instanceof FsAnswer.Failed) ? new FsAnswer.Done() : now;
  }
}
