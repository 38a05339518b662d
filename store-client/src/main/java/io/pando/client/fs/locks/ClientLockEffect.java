package io.pando.client.fs.locks;

import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.request.FsError;
import io.pando.message.FileMessage;
import org.jspecify.annotations.Nullable;

/** An action or a report of {@link ClientLocks}. */
public sealed interface ClientLockEffect {
  /** Send a message to the server. */
  record Send(FileMessage message) implements ClientLockEffect {}

  /** What became of calls, for their callers. */
  sealed interface Outcome extends ClientLockEffect {}

  /**
   * A call of {@link ClientLocks#lock} has ended.
   *
   * @param error why it failed; null if it did not
   */
  record Ended(long call, @Nullable FsError error) implements Outcome {}

  /**
   * A call of {@link ClientLocks#test} has ended without an error.
   *
   * @param conflict a lock that conflicts; null if there is none
   */
  record Tested(long call, @Nullable LockClaim conflict) implements Outcome {}

  /**
   * An owner has lost locks although it did not release them: the session is over, or another
   * client has them. Its calls fail with {@link FsError#EIO} until it releases the whole file.
   */
  record Lost(Ino ino, LockFamily family, long owner) implements Outcome {}
}
