package io.pando.message;

import io.pando.cluster.files.FileSystemId;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.lock.HeldLock;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.CapabilityGrant;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.FileState;
import io.pando.fs.session.HeldCapability;
import io.pando.fs.session.InoRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages between a client of a file system and the holder of one of its ranks (paper 003, 4.1). A
 * session belongs to one client in one life and to one rank. It outlives connections, and holders
 * of the rank. In each direction messages are handled in the order of sending.
 *
 * <p>An answer comes when the update has its place in the journal, and names the number of its
 * record; {@link Durable} says later which records are durable. A client keeps its changes until
 * then, and repeats them in order to the successor of a server that failed, under the same numbers.
 */
public sealed interface FileMessage extends Message {
  // From the client

  /**
   * Opens a session, or continues it over a new connection.
   *
   * @param session number of the client's operations on objects too, so that fencing it ends both
   * @param system the file system
   * @param rank the rank that the client believes the server to hold
   */
  record OpenSession(long session, FileSystemId system, int rank, ClientIdentity client)
      implements FileMessage {}

  /** Asks for a longer lease; sent when a third of it is over. */
  record RenewSession(long sequence) implements FileMessage {}

  /**
   * A program waits until changes of the session are durable: the server does not put off the next
   * batch of its journal. {@link Durable} follows.
   */
  record AwaitJournal() implements FileMessage {}

  /**
   * A program waits until the server's journal has the size and the times of a file that the
   * session has told before: {@link JournalWritten} answers. Asked again over a new connection.
   *
   * @param question any number, unique among those without an answer
   */
  record AskJournal(long question, Ino ino) implements FileMessage {}

  /** Ends the session: nothing is unwritten, and nothing cached is used any more. */
  record CloseSession() implements FileMessage {}

  /**
   * A request.
   *
   * @param number ascending in the session
   * @param oldest all requests with smaller numbers are durable or were no changes: the server may
   *     forget their results
   * @param answered the record that its answer named, if it is repeated although it was answered;
   *     otherwise 0. A successor executes these requests first, in the order of their records, so
   *     that none of them fails because of another client's request that had no answer.
   * @param time of the call by the client's clock: becomes the time of a change, unless it is far
   *     from the server's
   */
  record FileRequest(
      long number, long oldest, long answered, Caller caller, FsRequest request, Timestamp time)
      implements FileMessage {}

  /**
   * What the client has of an inode: the answer to {@link Revoke}, or of its own accord.
   *
   * @param has capabilities that it keeps
   * @param wanted capabilities that its open files need
   * @param sequence the newest {@link CapabilityGrant#sequence} of the inode that it knew
   * @param state what it wrote, if it did since it told last
   */
  record UpdateCapabilities(
      Ino ino, CapabilitySet has, CapabilitySet wanted, long sequence, @Nullable FileState state)
      implements FileMessage {}

  /**
   * Tells a successor what the client has, part by part. The last part comes behind the requests
   * that the client repeats, and may be empty, so that the server knows that it has all of them.
   *
   * @param more whether further parts follow
   */
  record Reconnect(List<HeldCapability> held, boolean more) implements FileMessage {}

  // From the server

  /**
   * The session is open.
   *
   * @param leaseNanos from when the client sent what this answers, it may use what it has for so
   *     long; monotonic
   * @param fresh whether it is a new session; otherwise it continues with what it had
   * @param reconnecting whether the server waits for {@link Reconnect}
   * @param numbers inode numbers for new files
   */
  record SessionOpened(long leaseNanos, boolean fresh, boolean reconnecting, List<InoRange> numbers)
      implements FileMessage {}

  /**
   * The lease begins again when the client sent the renewal.
   *
   * @param journaled sequence number of the last renewal before which the session told nothing, by
   *     {@link Reconnect} or {@link UpdateCapabilities}, that the journal does not have; 0 for
   *     none. A client remembers what it told later, for a successor of the server
   */
  record SessionRenewed(long sequence, long leaseNanos, long journaled) implements FileMessage {}

  /** More inode numbers for new files. */
  record MoreNumbers(List<InoRange> numbers) implements FileMessage {}

  /**
   * The session is over; also the answer to {@link CloseSession}.
   *
   * @param reason as a clause; empty if the client asked for it
   */
  record SessionClosed(String reason) implements FileMessage {}

  /**
   * The answer to a request.
   *
   * @param number of the request
   * @param record number of the journal's record with the newest change that the answer depends on
   * @param grants capabilities that the client gets with it
   * @param directory as the request left it, if it changed names there and the client may cache it;
   *     otherwise null
   */
  record FileAnswer(
      long number,
      long record,
      FsAnswer answer,
      List<CapabilityGrant> grants,
      @Nullable Inode directory)
      implements FileMessage {}

  /** All records of the journal up to this one are durable. */
  record Durable(long record) implements FileMessage {}

  /** The journal has what the session had told of the file before this {@link AskJournal}. */
  record JournalWritten(long question) implements FileMessage {}

  /**
   * Capabilities of the client for an inode, with the inode as it is now.
   *
   * @param inode null if nothing of it changed for the client
   */
  record Grant(CapabilityGrant grant, @Nullable Inode inode) implements FileMessage {}

  /**
   * Asks the client to give capabilities up: {@link UpdateCapabilities} once what it wrote under
   * them is in the objects.
   *
   * @param keep those that it may keep
   */
  record Revoke(Ino ino, CapabilitySet keep, long sequence) implements FileMessage {}

  /** Asks a client that writes for {@link UpdateCapabilities} with the size and the times. */
  record AskState(Ino ino, long sequence) implements FileMessage {}

  /**
   * Asks the client to give up capabilities that it does not need.
   *
   * @param inodes of how many inodes it may have capabilities then
   */
  record Recall(long inodes) implements FileMessage {}

  // Locks, from the client

  /**
   * Takes a lock, or releases a range. {@link LockAnswer} follows, also to one that was repeated. A
   * server executes a number once: a client that lost its connection repeats unanswered requests.
   *
   * @param number ascending in the session, of locks and of {@link AskConflict} alike
   * @param seen the newest {@link LockAnswer#sequence} of this holder that the client knows, 0 for
   *     none: the server may forget the answers up to it
   * @param waits whether it waits until the lock is free
   */
  record AskLock(long number, long seen, Ino ino, LockClaim claim, boolean waits)
      implements FileMessage {}

  /** Asks for a lock that conflicts with one: {@link LockAnswer}. Numbered as {@link AskLock}. */
  record AskConflict(long number, long seen, Ino ino, LockClaim claim) implements FileMessage {}

  /** Ends the wait of an {@link AskLock}, which fails with {@link FsError#EINTR}. */
  record StopWaiting(long number) implements FileMessage {}

  /**
   * Tells a successor locks that the client has, before the requests that it repeats and before the
   * last part of {@link Reconnect}.
   */
  record HoldLocks(List<HeldLock> locks) implements FileMessage {}

  // Locks, from the server

  /**
   * The answer to {@link AskLock} or {@link AskConflict}.
   *
   * @param number of the request
   * @param sequence ascending in the session with this holder, from 1, without gaps; a connection
   *     begins with the answers that the client may lack
   * @param error why it failed; null if it did not
   * @param conflict the first lock that conflicts, if the client asked for it and there is one
   */
  record LockAnswer(
      long number, long sequence, @Nullable FsError error, @Nullable LockClaim conflict)
      implements FileMessage {}

  /** Locks of {@link HoldLocks} that the client does not have, since others have them. */
  record LocksRefused(List<HeldLock> locks) implements FileMessage {}
}
