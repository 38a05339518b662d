package io.pando.mds.check;

import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
import java.util.List;

/** What a check does. Answers come later, not while the effect is taken. */
public sealed interface CheckEffect {
  /**
   * Lists some objects of a pool: {@link FilesCheck#onListed}.
   *
   * @param token for the answer
   * @param first whether the listing begins; otherwise it continues behind the last answer
   */
  record ListNext(long token, PoolId pool, boolean first) implements CheckEffect {}

  /**
   * Executes queries on an object: {@link FilesCheck#onAnswer}.
   *
   * @param token for the answer
   * @param operations they change nothing
   */
  record Call(long token, PoolId pool, String object, List<ObjectOp> operations)
      implements CheckEffect {}

  /**
   * The check has advanced.
   *
   * @param step what it reads now, such as {@code the journal}
   * @param counts of what was read so far
   */
  record Progress(String step, FilesReport.Counts counts) implements CheckEffect {}

  /** The check has ended. Nothing follows. */
  record Ended(FilesReport report) implements CheckEffect {}
}
