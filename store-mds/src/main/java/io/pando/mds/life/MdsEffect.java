package io.pando.mds.life;

import io.pando.cluster.Change;
import io.pando.fs.request.FsRequest;
import io.pando.id.PoolId;
import io.pando.message.MdsMessage;
import io.pando.message.Message;
import io.pando.op.ObjectOp;
import java.util.List;

/** What a metadata server does. */
public sealed interface MdsEffect {
  /** Sends a beacon to every monitor of the map. */
  record SendBeacon(MdsMessage.MdsBeacon beacon) implements MdsEffect {}

  /** Requests a change of the map; one at a time. */
  record Propose(Change change) implements MdsEffect {}

  /**
   * Executes operations on an object. The shell first compares the clock with {@link
   * MetadataServer#mayServe}, and does nothing if it is too late.
   */
  record Call(long token, PoolId pool, String object, List<ObjectOp> operations)
      implements MdsEffect {}

  /** Sends a message to a client; not done if it is too late, as {@link Call}. */
  record Send(long connection, Message message) implements MdsEffect {}

  /** Ends a connection of a client. */
  record Disconnect(long connection) implements MdsEffect {}

  /** Wakes the machine at a time; replaces the one before. */
  record WakeAt(long nanos) implements MdsEffect {}

  /** A request has an answer: {@link io.pando.mds.serve.ServiceEffect.Answered}. */
  record Answered(FsRequest request, boolean failed, long nanos) implements MdsEffect {}

  /** A batch of the journal is durable, and took this long. */
  record BatchEnded(long nanos) implements MdsEffect {}

  /** A sentence for the log. */
  record Note(String sentence) implements MdsEffect {}

  /** The life is over. The last effect. */
  record Ended(LifeEnd end) implements MdsEffect {}
}
