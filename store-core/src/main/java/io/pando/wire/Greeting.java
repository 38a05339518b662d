package io.pando.wire;

import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What opens a stream: who dials says who it is and whom it wants; who listens agrees, or says why
 * not and closes.
 */
public sealed interface Greeting {
  /**
   * The dialler's.
   *
   * @param cluster null if the dialler does not know it yet
   * @param self who dials
   * @param nonce incarnation of who dials
   * @param wanted whom it wants
   * @param wantedNonce which incarnation of that; 0 means any
   * @param shard which of its event loops
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
   * The stream is open.
   *
   * @param nonce incarnation of who listens
   */
  record Welcome(long nonce) implements Greeting {}

  /**
   * It is not.
   *
   * @param reason a sentence for the dialler's log
   */
  record Refused(String reason) implements Greeting {}
}
