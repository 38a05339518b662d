package io.pando.client.fs.open;

import io.pando.fs.Ino;
import io.pando.fs.call.Caches;
import io.pando.fs.call.FileOutcome;
import io.pando.id.PoolId;
import io.pando.message.FileMessage;
import io.pando.op.ObjectOp;
import io.pando.port.Peer;
import java.util.List;

/** An action that {@link OpenFiles} requests, or a report. To be carried out in their order. */
public sealed interface OpenFilesEffect {
  /** Send a message to a metadata server; dial if there is no stream. */
  record Send(Peer.Dialed to, FileMessage message) implements OpenFilesEffect {}

  /**
   * Execute a vector on an object, under the number of the session: {@link
   * OpenFiles#onCallAnswered} or {@link OpenFiles#onCallUnanswered}. Calls may be executed in any
   * order. One that got no answer must take no effect after a later call about the same object.
   */
  record Call(long number, PoolId pool, String object, List<ObjectOp> ops)
      implements OpenFilesEffect {
    public Call {
      ops = List.copyOf(ops);
    }
  }

  /**
   * A call has ended. Issued once for each call.
   *
   * @param call number that the caller gave it
   */
  record Complete(long call, FileOutcome outcome) implements OpenFilesEffect {}

  /**
   * Drop what a cache outside of the client has of an inode; then {@link OpenFiles#onDropped}, at
   * once if there is no such cache.
   */
  record Drop(long token, Ino ino, Caches caches) implements OpenFilesEffect {}

  /** Drop everything that a cache outside of the client has. There is no answer. */
  record DropAll() implements OpenFilesEffect {}

  /**
   * The session is over: dirty bytes are lost, and their files report that.
   *
   * @param needsNumber whether operations on objects are refused under the session's number: {@link
   *     OpenFiles#begin} with another one
   * @param reason as a clause
   */
  record SessionLost(boolean needsNumber, String reason) implements OpenFilesEffect {}

  /** The session is closed as asked. */
  record Closed() implements OpenFilesEffect {}

  /** Call {@link OpenFiles#onWoken} at that time; replaces the time requested before. */
  record WakeAt(long nanos) implements OpenFilesEffect {}
}
