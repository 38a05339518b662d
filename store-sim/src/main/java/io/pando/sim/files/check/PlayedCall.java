package io.pando.sim.files.check;

import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import org.jspecify.annotations.Nullable;

/** A call of a program and its answer. */
public final class PlayedCall {
  private final long number;
  private final int client;
  private final FilesOp op;
  private final long calledNanos;
  private long returnedNanos = TimedCall.NEVER;
  private @Nullable FileOutcome outcome;

  PlayedCall(long number, int client, FilesOp op, long calledNanos) {
    this.number = number;
    this.client = client;
    this.op = op;
    this.calledNanos = calledNanos;
  }

  void end(FileOutcome with, long nanos) {
    outcome = with;
    returnedNanos = nanos;
  }

  long number() {
    return number;
  }

  /** Number of the client. */
  public int client() {
    return client;
  }

  public FilesOp op() {
    return op;
  }

  public long calledNanos() {
    return calledNanos;
  }

  /** When it was answered; {@link TimedCall#NEVER} if it was not. */
  public long returnedNanos() {
    return returnedNanos;
  }

  /** Its answer; null if it has none. */
  public @Nullable FileOutcome outcome() {
    return outcome;
  }

  @Nullable FsAnswer answer() {
    return switch (outcome) {
      case FileOutcome.Answered it -> it.answer();
      case FileOutcome.Opened it -> new FsAnswer.Found(it.inode());
      case null, default -> null;
    };
  }

  public boolean isEnded() {
    return outcome != null;
  }

  /** Whether nothing is known of its effect. */
  boolean isUnknown() {
    return outcome == null || fails(FsError.EIO);
  }

  /** Whether it failed with an error. */
  public boolean fails(FsError error) {
    return NameSteps.error(answer()) == error;
  }

  boolean hasFailed() {
    return answer() instanceof FsAnswer.Failed;
  }

  @Override
  public String toString() {
    String ended =
        isEnded() ? "%.6f: %s".formatted(returnedNanos / 1e9, shortly()) : "not answered";
    return "client %d at %.6f: %s, %s".formatted(client, calledNanos / 1e9, op, ended);
  }

  private String shortly() {
    return switch (outcome) {
      case FileOutcome.Answered(FsAnswer.Found it) ->
          "inode %s, %d links, %d bytes"
              .formatted(it.inode().ino(), it.inode().links(), it.inode().size());
      case FileOutcome.Answered(FsAnswer.Listing it) ->
          it.entries().stream().map(each -> each.name() + "=" + each.inode().ino()).toList() + "";
      case FileOutcome.Bytes it -> it.bytes().size() + " bytes";
      case null, default -> String.valueOf(outcome);
    };
  }
}
