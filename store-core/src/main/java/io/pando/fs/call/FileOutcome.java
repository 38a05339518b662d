package io.pando.fs.call;

import io.pando.bytes.Payload;
import io.pando.fs.inode.Inode;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import org.jspecify.annotations.Nullable;

/** The outcome of a {@link FileCall}. */
public sealed interface FileOutcome {
  /** It is done. */
  FileOutcome DONE = new Answered(new FsAnswer.Done());

  /** As a request is answered, failures of all calls included. */
  record Answered(FsAnswer answer) implements FileOutcome {}

  /** An open file. */
  record Opened(long handle, Inode inode) implements FileOutcome {}

  /** Bytes of a file; fewer than asked for at its end. */
  record Bytes(Payload bytes) implements FileOutcome {}

  /** An offset in the file. */
  record At(long offset) implements FileOutcome {}

  /** A lock that conflicts; null if none does. */
  record Conflict(@Nullable LockClaim lock) implements FileOutcome {}

  /**
   * Space of the file system in bytes, and its files.
   *
   * @param files files and directories that exist
   */
  record Space(long totalBytes, long freeBytes, long files) implements FileOutcome {}

  /** A call that failed. */
  static FileOutcome failed(FsError error) {
    return new Answered(new FsAnswer.Failed(error));
  }
}
