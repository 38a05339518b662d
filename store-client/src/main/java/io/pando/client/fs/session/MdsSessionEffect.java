package io.pando.client.fs.session;

import io.pando.message.FileMessage;
import io.pando.port.Peer;

/** An action or a report of an {@link MdsSession}. */
public sealed interface MdsSessionEffect {
  /** Send a message. */
  record Send(Peer.Dialed to, FileMessage message) implements MdsSessionEffect {}

  /**
   * The session is open over a new connection.
   *
   * @param message with the numbers of inodes, and whether the server waits for {@link
   *     FileMessage.Reconnect}
   * @param sameServer whether the server is the one that had the session before
   * @param lost whether the client had a session, which is over: nothing of it counts any more
   */
  record Opened(FileMessage.SessionOpened message, boolean sameServer, boolean lost)
      implements MdsSessionEffect {}

  /** The holder executes new requests from now on. */
  record Serving() implements MdsSessionEffect {}

  /** There is no connection; messages under way are lost. */
  record Disconnected() implements MdsSessionEffect {}

  /** The lease is over: nothing may be served from caches until there is a new one. */
  record LeaseOver() implements MdsSessionEffect {}

  /**
   * The session was ended by the server or by a fence, and its number is of no use.
   *
   * @param reason as a clause
   */
  record Ended(String reason) implements MdsSessionEffect {}

  /** The session was closed as asked. */
  record Closed() implements MdsSessionEffect {}
}
