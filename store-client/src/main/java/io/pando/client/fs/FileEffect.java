package io.pando.client.fs;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.call.Caches;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.request.FsAnswer;
import io.pando.message.FileMessage;
import io.pando.port.Peer;
import org.jspecify.annotations.Nullable;

/** An action that a {@link FileClient} requests, or a report. */
public sealed interface FileEffect {
  /** Send a message to a metadata server; dial if there is no stream. */
  record Send(Peer.Dialed to, FileMessage message) implements FileEffect {}

  /**
   * A call has ended. Issued once for each call.
   *
   * @param call number that the caller gave it
   */
  record Complete(long call, FsAnswer answer) implements FileEffect {}

  /** The end of a call on locks, or a report of them, that {@link Complete} cannot tell. */
  sealed interface OfLocks extends FileEffect {}

  /**
   * A call of {@link FileClient#testLock} has ended without an error.
   *
   * @param conflict a lock that conflicts; null if there is none
   */
  record Tested(long call, @Nullable LockClaim conflict) implements OfLocks {}

  /**
   * An owner has lost locks that it did not release: the session is over, or a server that took
   * over refused them. Its calls on locks fail with an input/output error until it releases the
   * whole file.
   */
  record LocksLost(Ino ino, LockFamily family, long owner) implements OfLocks {}

  /**
   * Write what is dirty of a file and wait for writes under way; then {@link
   * FileClient#onConfirmed}. If writing fails, confirm as well: the file has its error.
   *
   * @param urgent whether another client may wait; otherwise the file was closed
   */
  record Flush(long token, Ino ino, boolean urgent) implements FileEffect {}

  /** Drop what is cached of an inode, also in the kernel; then {@link FileClient#onConfirmed}. */
  record Invalidate(long token, Ino ino, Caches caches) implements FileEffect {}

  /**
   * The data path may use these capabilities from now on, and only these.
   *
   * @param writableTo data may be written up to this offset
   */
  record Use(Ino ino, CapabilitySet capabilities, long writableTo) implements FileEffect {}

  /** A file for which {@link FileClient#writePermit} was not all exists for good. */
  record Stable(Ino ino) implements FileEffect {}

  /** A file that a program believes to have made does not exist: its bytes are lost. */
  record Unmade(Ino ino) implements FileEffect {}

  /**
   * The lease is over, or the caches are known to be wrong: drop all that is cached and clean, also
   * in the kernel. Nothing may be served from caches while {@link FileClient#isServing} is false;
   * what is dirty may still be written.
   */
  record DropCaches() implements FileEffect {}

  /**
   * The session is over, and others may have changed everything: what is dirty is lost, and its
   * files report an input/output error. {@link DropCaches}, {@link Use} without capabilities, and
   * the ends of calls that are lost follow.
   *
   * @param needsNumber whether operations on objects are refused under the session's number: {@link
   *     FileClient#begin} with another one
   * @param reason as a clause
   */
  record SessionLost(boolean needsNumber, String reason) implements FileEffect {}

  /** The session is closed as asked. */
  record Closed() implements FileEffect {}

  /** Call {@link FileClient#onWoken} at that time; replaces the time requested before. */
  record WakeAt(long nanos) implements FileEffect {}
}
