package io.pando.client.fs.session;

import io.pando.fs.Ino;
import io.pando.message.FileMessage;

/** An action or a report of {@link FileRequests}. */
public sealed interface RequestEffect {
  /** Send a request. */
  record Send(FileMessage.FileRequest message) implements RequestEffect {}

  /**
   * A request ends without an answer, since its session is over: it may have had an effect.
   *
   * @param request has no answer of a server; its caller has none, unless it {@link
   *     PendingRequest#isAhead()}
   */
  record Lost(PendingRequest request) implements RequestEffect {}

  /** A file that is made to be written exists for good, or was not made. */
  record Stable(Ino ino) implements RequestEffect {}

  /** A change failed when it was repeated, although its caller was told that it was done. */
  record Undone(PendingRequest request) implements RequestEffect {}

  /**
   * Changes up to a call of {@link FileRequests#sync} are durable, or it is known that some are
   * lost.
   *
   * @param call number of the call
   * @param durable whether all are durable
   */
  record Synced(long call, boolean durable) implements RequestEffect {}
}
