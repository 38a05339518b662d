package io.pando.client;

import io.pando.client.engine.Exceptions;
import io.pando.client.objecter.OperationOutcome;
import io.pando.fs.request.FsError;
import io.pando.op.OpOutcome;
import java.time.Duration;

/** Converts failures to exceptions whose messages name the remedy. */
final class PandoExceptions implements Exceptions {
  @Override
  public PandoException of(FsError error, String path, String what) {
    PandoException.FileReason reason =
        new PandoException.FileReason(what + ": " + error.text(), error, path);
    return switch (error) {
      case ENOENT, ESTALE -> new PandoException.NoFile(reason);
      case EEXIST -> new PandoException.FileExists(reason);
      case EACCES, EPERM -> new PandoException.AccessDenied(reason);
      case ENOTDIR -> new PandoException.NotDirectory(reason);
      case EISDIR -> new PandoException.IsDirectory(reason);
      case ENOTEMPTY -> new PandoException.DirectoryNotEmpty(reason);
      case ELOOP -> new PandoException.LinkLoop(reason);
      default -> new PandoException.OnFile(reason);
    };
  }

  @Override
  public PandoException invalidArgument(String message) {
    return new PandoException.InvalidArgument(message);
  }

  @Override
  public PandoException tooLarge(String message) {
    return new PandoException.TooLarge(message);
  }

  @Override
  public PandoException notSupported(String message) {
    return new PandoException.NotSupported(message);
  }

  @Override
  public PandoException timeout(String message, boolean mayHaveHappened) {
    return new PandoException.Timeout(message, mayHaveHappened);
  }

  @Override
  public PandoException interrupted(String message) {
    return new PandoException.Interrupted(message, true);
  }

  @Override
  public PandoException of(OperationOutcome outcome, String what, Duration timeout) {
    return switch (outcome) {
      case OperationOutcome.PoolGone gone ->
          new PandoException.NoPool(
              what + ": the pool does not exist any more", gone.mayHaveHappened());
      case OperationOutcome.TimedOut late ->
          new PandoException.Timeout(
              what
                  + ": no answer within "
                  + timeout.toMillis()
                  + " ms ("
                  + late.account()
                  + "); look at the cluster's health. "
                  + (late.mayHaveHappened()
                      ? "The update may have taken effect, or may yet"
                      : "Nothing was changed by it"),
              late.mayHaveHappened());
      case OperationOutcome.Fenced fenced -> fenced(what, fenced.mayHaveHappened());
      case OperationOutcome.Refused refused ->
          new PandoException.Overloaded(
              what
                  + ": "
                  + refused.reason()
                  + " already; wait for some of them, or raise maxQueued");
      case OperationOutcome.Cancelled cancelled ->
          new PandoException.Interrupted(what + ": cancelled", cancelled.mayHaveHappened());
      case OperationOutcome.Closed closed -> closed(what, closed.mayHaveHappened());
      case OperationOutcome.Replied replied ->
          new PandoException.Unavailable(what + ": unexpected answer " + replied.reply());
    };
  }

  private static PandoException fenced(String what, boolean mayHaveHappened) {
    return new PandoException.Fenced(
        what
            + ": this session is fenced, no OSD executes its operations any more; close the cluster"
            + " handle and connect again to open a new session. "
            + (mayHaveHappened
                ? "The update may have taken effect before"
                : "Nothing was changed by it"),
        mayHaveHappened);
  }

  static PandoException closed(String what, boolean mayHaveHappened) {
    return new PandoException.Closed(
        what + ": the cluster handle was closed; connect again to go on", mayHaveHappened);
  }

  @Override
  public PandoException unavailable(String message) {
    return new PandoException.Unavailable(message);
  }

  @Override
  public PandoException of(OpOutcome.Failed failed, String what) {
    String said = failed.detail().isEmpty() ? "" : " (" + failed.detail() + ")";
    return switch (failed.error()) {
      case NOT_FOUND ->
          new PandoException.NotFound(what + ": no such object; write it first" + said);
      case ALREADY_EXISTS ->
          new PandoException.AlreadyExists(
              what + ": exists already; remove it first, or create it without exclusive" + said);
      case NO_ATTRIBUTE ->
          new PandoException.NoAttribute(what + ": no such attribute; set it first" + said);
      case VERSION_MISMATCH ->
          new PandoException.VersionMismatch(
              what + ": changed meanwhile; read it again and retry" + said);
      case CONDITION_FAILED ->
          new PandoException.ConditionFailed(
              what + ": the comparison did not hold, nothing was changed" + said);
      case INVALID -> new PandoException.InvalidArgument(what + ": invalid request" + said);
      case TOO_LARGE ->
          new PandoException.TooLarge(what + ": too large; split it into parts" + said);
      case NO_SPACE ->
          new PandoException.NoSpace(
              what + ": the cluster is full; add OSDs, or remove objects or pools" + said);
      case DAMAGED ->
          new PandoException.Damaged(
              what + ": no replica has good bytes; restore it from elsewhere" + said);
      case QUOTA ->
          new PandoException.NoSpace(
              what
                  + ": the pool has reached its quota; remove objects, or raise it (pool set-quota)"
                  + said);
      case FENCED -> fenced(what, false);
      case NOT_LOST -> new PandoException.Rejected(what + ": nothing was changed" + said);
      case NOT_SUPPORTED -> notSupported(what + ": the pool does not support this" + said);
      case NO_POOL -> new PandoException.NoPool(what + ": the pool does not exist any more" + said);
    };
  }
}
