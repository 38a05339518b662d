package io.pando.mds.caps;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.FileState;

/** What the capabilities of a rank do, or ask for. */
public sealed interface CapabilityEffect {
  /** What a ticket asked for is reserved now: the request is executed again. */
  record Ready(long ticket) implements CapabilityEffect {}

  /** The session gets capabilities that no request asked for: its open files need them. */
  record Grant(long session, CapabilityGrant grant) implements CapabilityEffect {}

  /** The session has to give capabilities up. */
  record Revoke(long session, Ino ino, CapabilitySet keep, long sequence)
      implements CapabilityEffect {}

  /** The session has to tell the size and the times of a file. */
  record AskState(long session, Ino ino, long sequence) implements CapabilityEffect {}

  /**
   * A session told the size and the times of a file. It comes before {@link Ready} of the tickets
   * that wait for it.
   *
   * @param state the size is at most the offset up to which the session may write
   */
  record State(long session, Ino ino, FileState state) implements CapabilityEffect {}

  /**
   * A session wants to write. The journal has to say so first: up to the larger of the file's size
   * and {@code beyond}, and {@code step} bytes more. {@link Capabilities#rangeJournaled} answers.
   *
   * @param beyond offset in bytes that the session reached, or needs
   * @param step bytes, at least 1
   */
  record NeedsRange(long session, Ino ino, long beyond, long step) implements CapabilityEffect {}

  /** No session may write the file any more, and all told its size: the range can be forgotten. */
  record WritersGone(Ino ino) implements CapabilityEffect {}

  /** The last session that had the inode open has closed it. */
  record Closed(Ino ino) implements CapabilityEffect {}

  /** The session has to give up capabilities that it does not need, until it has N inodes. */
  record Recall(long session, long inodes) implements CapabilityEffect {}

  /**
   * The session broke the rules, so what it has is not known any more: it has to be evicted.
   *
   * @param clause such as "claims write of inode 5, of which it has none"
   */
  record Violation(long session, String clause) implements CapabilityEffect {}
}
