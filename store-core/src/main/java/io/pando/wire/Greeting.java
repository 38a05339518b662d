package io.pando.wire;

import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The messages that open a stream. The dialler sends its identity and that of the node it wants.
 * The listener accepts, or refuses with a reason and closes.
 */
public sealed interface Greeting {
  /**
   * The greeting of the dialler.
   *
   * @param cluster cluster of the dialler; null if it does not know it yet
   * @param self node id of the dialler
   * @param nonce incarnation of the dialler
   * @param wanted node that the dialler wants to reach
   * @param wantedNonce wanted incarnation of that node; 0 means any
   * @param shard number of the wanted event loop of that node
   */
  record Hello(
      @Nullable ClusterId cluster,
      NodeId self,
      long nonce,
      NodeId wanted,
      long wantedNonce,
      int shard)
      implements Greeting {}

  /**
   * Accepts the stream.
   *
   * @param nonce incarnation of the listener
   */
  record Welcome(long nonce) implements Greeting {}

  /**
   * Refuses the stream.
   *
   * @param reason reason as a sentence, for the dialler's log
   */
  record Refused(String reason) implements Greeting {}
}
