package io.pando.mds.rank;

import io.pando.fs.request.FsRequest;
import io.pando.id.PoolId;
import io.pando.message.FileMessage;
import io.pando.op.ObjectOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the holder of a rank does. */
public sealed interface RankEffect {
  /**
   * Executes operations on an object: {@link RankServer#onAnswer}.
   *
   * @param pool a data pool; null for the metadata pool
   */
  record Call(long token, @Nullable PoolId pool, String object, List<ObjectOp> operations)
      implements RankEffect {}

  /** Sends a message over a connection. */
  record Send(long connection, FileMessage message) implements RankEffect {}

  /** Ends a connection: its peer broke the rules, or its session is over. */
  record Disconnect(long connection) implements RankEffect {}

  /** The rank is damaged, and must not be served. */
  record Damaged(String what) implements RankEffect {}

  /** The rank cannot be served any more. */
  record Failed(String why) implements RankEffect {}

  /** A request has an answer: {@link io.pando.mds.serve.ServiceEffect.Answered}. */
  record Answered(FsRequest request, boolean failed, long nanos) implements RankEffect {}

  /** A batch of the journal is durable, and took this long. */
  record BatchEnded(long nanos) implements RankEffect {}

  /** A sentence for the log. */
  record Note(String sentence) implements RankEffect {}
}
