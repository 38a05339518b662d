package io.pando.client.engine;

import io.pando.client.objecter.OperationOutcome;
import io.pando.fs.request.FsError;
import io.pando.op.OpOutcome;
import java.time.Duration;

/** Exceptions with the message that was given, and nothing else. */
final class FakeExceptions implements Exceptions {
  @Override
  public RuntimeException of(OperationOutcome outcome, String what, Duration timeout) {
    return new IllegalStateException(what + ": " + outcome);
  }

  @Override
  public RuntimeException of(OpOutcome.Failed failed, String what) {
    return new IllegalStateException(what + ": " + failed);
  }

  @Override
  public RuntimeException of(FsError error, String path, String what) {
    return new IllegalStateException(what + ": " + error);
  }

  @Override
  public RuntimeException invalidArgument(String message) {
    return new IllegalArgumentException(message);
  }

  @Override
  public RuntimeException tooLarge(String message) {
    return new IllegalArgumentException(message);
  }

  @Override
  public RuntimeException unavailable(String message) {
    return new IllegalStateException(message);
  }

  @Override
  public RuntimeException notSupported(String message) {
    return new UnsupportedOperationException(message);
  }

  @Override
  public RuntimeException timeout(String message, boolean mayHaveHappened) {
    return new IllegalStateException(message);
  }

  @Override
  public RuntimeException interrupted(String message) {
    return new IllegalStateException(message);
  }
}
