package io.pando.port;

import io.pando.id.ClusterId;
import io.pando.message.Message;

/**
 * Ordered, fail-stop delivery between incarnations of nodes (paper 003, appendix A): messages to a
 * peer arrive complete and in the order of sending until the stream breaks. Then {@link
 * Listener#onReset} is called once, and no message of the old stream arrives afterwards. Messages
 * in transit may or may not have arrived. One endpoint belongs to one event loop: it is used only
 * there and calls its listener there.
 *
 * <p>To reach a daemon, send to {@link Peer.Dialed}; the first message opens the connection. The
 * daemon's answers arrive as messages from the same {@code Dialed}. To answer a peer that dialled,
 * send to the {@link Peer.Session} from which the message came.
 */
public interface Transport {
  /** Sets the listener for arriving messages; called once, before the first message. */
  void listen(Listener listener);

  /**
   * Queues a message. Never blocks and never throws: an unreachable peer, another incarnation, or a
   * queue beyond its limit is reported as a reset. Sending to a session that was reset does
   * nothing.
   */
  void send(Peer to, Message message);

  /**
   * Stops or resumes reading from a peer. This applies back-pressure to the peer, since its socket
   * fills up. A transport also stops reading by itself while its queue to that peer is beyond its
   * limit.
   */
  void setReading(Peer peer, boolean reading);

  /**
   * Whether so much is queued for sending, to all peers together, that large answers should be
   * postponed. It changes without notice. A transport that never queues much is never busy.
   */
  default boolean isBusy() {
    return false;
  }

  /** Sets the cluster that newly dialled streams name. Calling it again is harmless. */
  void join(ClusterId cluster);

  /** Ends the stream, if there is one; no reset is reported for it. */
  void disconnect(Peer peer);

  /** Receives the events of an endpoint. */
  interface Listener {
    void onMessage(Peer from, Message message);

    /**
     * The stream to or from the peer ended.
     *
     * @param reason reason as a sentence, for the log
     */
    void onReset(Peer peer, String reason);
  }
}
