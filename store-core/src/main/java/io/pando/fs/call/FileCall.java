package io.pando.fs.call;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;

/**
 * A call of a program on a file system. Each is answered once by a {@link FileOutcome}: that named
 * here, or {@link FileOutcome.Answered} with {@link FsAnswer.Failed}.
 *
 * <p>A handle is the number of an open file, given by {@link FileOutcome.Opened}. After the session
 * ended, its handles fail with {@link FsError#EIO} until they are closed, if they had unwritten
 * data, and are usable as before if they had none.
 */
public sealed interface FileCall {
  // Names and inodes

  /**
   * A request about names or inodes, other than {@link FsRequest.Make}: {@link
   * FileOutcome.Answered}. A change of the size drops cached bytes before.
   */
  record Request(FsRequest request) implements FileCall {}

  /**
   * The inode that a query asks for ({@code statlite}): {@link FsAnswer.Found}. Size and times are
   * as the client saw them last, if it has the inode; clients that write the file are not asked.
   * All else is as it is now.
   */
  record StatLite(FsRequest.Query query) implements FileCall {}

  /** Makes a file of any type: {@link FsAnswer.Found}. */
  record Make(NewName file) implements FileCall {}

  /**
   * Checks permission: {@link FsAnswer.Done}, or {@link FsError#EACCES}.
   *
   * @param things as of {@link io.pando.fs.access.AccessCheck#allows}
   */
  record Access(Ino ino, int things) implements FileCall {}

  /** Space of the file system: {@link FileOutcome.Space}. */
  record GetSpace() implements FileCall {}

  /** Makes all that was answered durable, data included: {@link FsAnswer.Done}. */
  record SyncAll() implements FileCall {}

  // Open files

  /** Opens a regular file, and checks permission: {@link FileOutcome.Opened}. */
  record Open(Ino ino, OpenMode mode) implements FileCall {}

  /**
   * Makes a regular file and opens it, without regard to its permissions: {@link
   * FileOutcome.Opened}.
   *
   * @param exclusive whether it must not exist; otherwise one that exists is opened, with regard to
   *     its permissions
   */
  record Create(NewName file, boolean exclusive, OpenMode mode) implements FileCall {}

  /** A call on an open file. */
  sealed interface OnHandle extends FileCall {
    long handle();
  }

  /** Reads a range as far as the file has it: {@link FileOutcome.Bytes}. */
  record Read(long handle, ByteRange range) implements OnHandle {}

  /**
   * Writes bytes: {@link FileOutcome.At} with the offset at which they are.
   *
   * @param offset ignored if the file is open for appending
   */
  record Write(long handle, long offset, Payload bytes) implements OnHandle {}

  /**
   * Makes a range read as zeros, and frees its space: {@link FsAnswer.Done}.
   *
   * @param grows whether the file grows to the end of the range if it is shorter
   */
  record Zero(long handle, ByteRange range, boolean grows) implements OnHandle {}

  /**
   * Makes the file at least this long: {@link FsAnswer.Done}. No space is reserved: that of the
   * object store is shared.
   */
  record Extend(long handle, long size) implements OnHandle {}

  /**
   * Finds data or a hole from an offset on: {@link FileOutcome.At}, or {@link FsError#ENODATA} if
   * there is none, or the offset is behind the end.
   */
  record Seek(long handle, long offset, boolean data) implements OnHandle {}

  /**
   * Makes data and inode durable: {@link FsAnswer.Done}, or {@link FsError#EIO} once if data was
   * lost since the last such call of the handle.
   *
   * @param dataOnly times may be left out
   */
  record Sync(long handle, boolean dataOnly) implements OnHandle {}

  /** Makes a range of a lazy file visible to others: {@link FsAnswer.Done}. */
  record Propagate(long handle, ByteRange range) implements OnHandle {}

  /** Forgets what is cached of a lazy file, so that reads see others' writes. */
  record Synchronize(long handle, ByteRange range) implements OnHandle {}

  /** Closes it: {@link FsAnswer.Done}. Dirty data is written later. */
  record Close(long handle) implements OnHandle {}

  // Locks

  /** A lock that conflicts with one: {@link FileOutcome.Conflict}. */
  record TestLock(long handle, LockClaim lock) implements OnHandle {}

  /**
   * Takes a lock, or releases a range: {@link FsAnswer.Done}.
   *
   * @param waits whether it waits until the lock is free; otherwise {@link FsError#EAGAIN}. {@link
   *     FsError#EDEADLK} if it would wait for itself
   */
  record SetLock(long handle, LockClaim lock, boolean waits) implements OnHandle {}

  /** Ends a {@link SetLock} that waits: it fails with {@link FsError#EINTR}. */
  record CancelLock(long handle, LockClaim lock) implements OnHandle {}
}
