package io.pando.client.objecter;

import io.pando.cluster.ClusterMap;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;

/** Inputs of an {@link Objecter}. */
public sealed interface Input {
  /**
   * Work was submitted.
   *
   * @param sequence sequence number of its request id, greater than all before
   * @param deadlineNanos time at which the work fails with a time-out
   * @param patient whether it waits where other work would be refused: for blocking callers, whose
   *     number is bounded by their threads
   */
  record Submitted(long sequence, Operation operation, long deadlineNanos, boolean patient)
      implements Input {}

  /** A submission was cancelled. */
  record Dropped(long sequence) implements Input {}

  /** There is a newer map. */
  record MapChanged(ClusterMap map) implements Input {}

  /** An OSD has answered. */
  record ReplyArrived(Peer from, ObjectMessage.Reply reply) implements Input {}

  /** An OSD has confirmed that this client attends it. */
  record Attended(Peer from) implements Input {}

  /** An OSD releases operations that it had this client hold. */
  record HoldReleased(Peer from, ObjectMessage.Released released) implements Input {}

  /** The stream to an OSD ended. */
  record PeerReset(Peer peer, String reason) implements Input {}

  /** The time of the last {@link Effect.WakeAt} has come. */
  record Woken() implements Input {}

  /** The client is closed. */
  record Closed() implements Input {}
}
