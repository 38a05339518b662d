package io.pando.client.engine;

import io.pando.client.objecter.OperationOutcome;
import io.pando.fs.request.FsError;
import io.pando.op.OpOutcome;
import java.time.Duration;

/** Makes the exceptions that callers of the client get. */
public interface Exceptions {
  /**
   * For work that got no answer of an OSD.
   *
   * @param what the object and pool, or another subject of the work
   */
  RuntimeException of(OperationOutcome outcome, String what, Duration timeout);

  /** For a vector that failed at the OSD. */
  RuntimeException of(OpOutcome.Failed failed, String what);

  /**
   * For a call on a file system that failed.
   *
   * @param path the file, as the caller named it
   * @param what the call, the path and the file system
   */
  RuntimeException of(FsError error, String path, String what);

  RuntimeException invalidArgument(String message);

  RuntimeException tooLarge(String message);

  /** For a daemon, or a cluster, that cannot be reached or does not answer. */
  RuntimeException unavailable(String message);

  /** For an operation that the pool does not support. */
  RuntimeException notSupported(String message);

  RuntimeException timeout(String message, boolean mayHaveHappened);

  /** For a caller that was interrupted while it waited; an update may have happened. */
  RuntimeException interrupted(String message);
}
