package io.pando.client.objecter;

import io.pando.cluster.ClusterMap;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;

/** Inputs of an {@link Objecter}. */
public sealed interface ObjecterInput {
  /**
   * Work was submitted.
   *
   * @param sequence sequence number of its request id, greater than all before
   * @param deadlineNanos time at which the work fails with a time-out
   * @param patient whether it waits where other work would be refused: for blocking callers, whose
   *     number is bounded by their threads
   */
  record Submitted(long sequence, Operation operation, long deadlineNanos, boolean patient)
      implements ObjecterInput {}

  /** A submission was cancelled. */
  record Dropped(long sequence) implements ObjecterInput {}

  /** There is a newer map. */
  record MapChanged(ClusterMap map) implements ObjecterInput {}

  /** An OSD has answered. */
  record ReplyArrived(Peer from, ObjectMessage.Reply reply) implements ObjecterInput {}

  /** An OSD has confirmed that this client attends it. */
  record Listening(Peer from) implements ObjecterInput {}

  /** An OSD releases operations that it had this client hold. */
  record HoldReleased(Peer from, ObjectMessage.Released released) implements ObjecterInput {}

  /** The stream to an OSD ended. */
  record PeerReset(Peer peer, String reason) implements ObjecterInput {}

  /** The time of the last {@link ObjecterEffect.WakeAt} has come. */
  record Woken() implements ObjecterInput {}

  /** The client is closed. */
  record Closed() implements ObjecterInput {}
}
