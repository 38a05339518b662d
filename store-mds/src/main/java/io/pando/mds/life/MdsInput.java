package io.pando.mds.life;

import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.message.FileMessage;
import io.pando.message.MdsMessage;
import io.pando.port.ClusterCalls;

/** What happens to a metadata server. */
public sealed interface MdsInput {
  /** There is a newer map of the cluster. */
  record MapChanged(ClusterMap map) implements MdsInput {}

  /** The leading monitor has confirmed a beacon. */
  record BeaconAnswered(long sequence, long epoch) implements MdsInput {}

  /** The change of the map that was requested has ended. */
  record ChangeEnded(ChangeOutcome outcome) implements MdsInput {}

  /** A call of an object has ended. */
  record CallEnded(long token, ClusterCalls.Outcome outcome) implements MdsInput {}

  /** A client sent a message over a connection. */
  record MessageArrived(long connection, FileMessage message) implements MdsInput {}

  /** An operator's client asked over a connection. */
  record QuestionArrived(long connection, MdsMessage question) implements MdsInput {}

  /** A connection of a client ended. */
  record ConnectionLost(long connection) implements MdsInput {}

  /** Time has passed: {@link MdsEffect.WakeAt}. */
  record Woken() implements MdsInput {}

  /** The daemon is told to stop. */
  record StopRequested() implements MdsInput {}
}
