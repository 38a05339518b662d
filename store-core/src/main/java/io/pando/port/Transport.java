package io.pando.port;

import io.pando.id.ClusterId;
import io.pando.message.Message;

/**
 * Ordered, fail-stop delivery between incarnations of nodes (paper 003, appendix A): messages to a
 * peer arrive whole, in the order they were sent, until the stream breaks; then {@link
 * Listener#onReset} says so, once, and nothing of the old stream arrives after. What was under way
 * may or may not have arrived. One endpoint belongs to one event loop: it is used from there and
 * calls its listener there.
 *
 * <p>To reach a daemon, send to {@link Peer.Dialed}; the connection is made at the first message.
 * Its answers come back as messages from the same {@code Dialed}. To answer who dialled us, send to
 * the {@link Peer.Session} that the message came from.
 */
public interface Transport {
  /** Receives what arrives. Set once, before the first message. */
  void listen(Listener listener);

  /**
   * Queues a message. Never blocks and never fails here: an unreachable peer, another incarnation,
   * or a queue beyond its limit shows as a reset. Sending to a session that was reset does nothing.
   */
  void send(Peer to, Message message);

  /**
   * Stops or goes on reading from a peer: back-pressure towards it, since its socket fills up. A
   * transport also does so by itself while what it owes to that peer is beyond its limit.
   */
  void setReading(Peer peer, boolean reading);

  /**
   * Whether so much waits to be sent, to whomever, that large answers should not be made now; it
   * changes without notice. A transport that never has much waiting is never busy.
   */
  default boolean isBusy() {
    return false;
  }

  /** From now on the streams that it dials name this cluster. Harmless if they do already. */
  void join(ClusterId cluster);

  /** Ends the stream, if there is one; no reset is reported for it. */
  void disconnect(Peer peer);

  /** What an endpoint hears. */
  interface Listener {
    void onMessage(Peer from, Message message);

    /**
     * The stream to or from the peer ended.
     *
     * @param reason a sentence for the log
     */
    void onReset(Peer peer, String reason);
  }
}
