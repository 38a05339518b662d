package io.pando.mds.serve;

import io.pando.fs.request.FsRequest;
import io.pando.id.PoolId;
import io.pando.message.FileMessage;
import io.pando.op.ObjectOp;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the service of a rank does. */
public sealed interface ServiceEffect {
  /** Sends a message to a session. */
  record Send(long session, FileMessage message) implements ServiceEffect {}

  /**
   * The session broke the rules: it has to be fenced, and then ended ({@link
   * RankService#onSessionGone}).
   *
   * @param clause what it did
   */
  record Evict(long session, String clause) implements ServiceEffect {}

  /**
   * Executes operations on an object: {@link RankService#onAnswer}.
   *
   * @param pool a data pool; null for the metadata pool
   */
  record Call(long token, @Nullable PoolId pool, String object, List<ObjectOp> operations)
      implements ServiceEffect {}

  /**
   * A request has an answer.
   *
   * @param failed whether the answer is an error
   * @param nanos since its arrival
   */
  record Answered(FsRequest request, boolean failed, long nanos) implements ServiceEffect {}
}
