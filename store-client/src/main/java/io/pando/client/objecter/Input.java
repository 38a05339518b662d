package io.pando.client.objecter;

import io.pando.cluster.ClusterMap;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;

/** What an {@link Objecter} is told. */
public sealed interface Input {
  /**
   * Somebody wants something.
   *
   * @param sequence of its request id: greater than all before
   * @param deadlineNanos when to give up
   * @param patient whether it waits where an impatient one would be refused: for callers that block
   *     meanwhile, and so are bounded by themselves
   */
  record Submitted(long sequence, Work work, long deadlineNanos, boolean patient)
      implements Input {}

  /** Somebody does not want it any more. */
  record Dropped(long sequence) implements Input {}

  /** There is a newer map. */
  record MapChanged(ClusterMap map) implements Input {}

  /** An OSD has answered. */
  record ReplyArrived(Peer from, ObjectMessage.Reply reply) implements Input {}

  /** An OSD knows that we listen to it. */
  record Attended(Peer from) implements Input {}

  /** An OSD serves what it had us hold. */
  record HoldReleased(Peer from, ObjectMessage.Released released) implements Input {}

  /** The stream to an OSD ended. */
  record PeerReset(Peer peer, String reason) implements Input {}

  /** The time of the last {@link Effect.WakeAt} has come. */
  record Woken() implements Input {}

  /** It is over. */
  record Closed() implements Input {}
}
