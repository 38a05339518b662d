package io.pando.fuse.files;

import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fuse.protocol.FuseContext;
import io.pando.port.FileCalls;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends calls for processes, with their supplementary groups where these matter. */
final class CallSender {
  private static final Logger LOG = LoggerFactory.getLogger(CallSender.class);

  private final FileCalls calls;
  private final Callers callers;

  CallSender(FileCalls calls, Callers callers) {
    this.calls = calls;
    this.callers = callers;
  }

  /** Sends a call of a process. */
  void send(FuseContext context, FileCall call, Consumer<FileOutcome> done) {
    Caller caller = callers.of(context, call);
    calls.submit(
        caller,
        call,
        outcome -> {
          Optional<Caller> more =
              isDenied(outcome) ? callers.withGroups(context, caller) : Optional.empty();
          if (more.isPresent()) {
            calls.submit(more.get(), call, done);
          } else {
            done.accept(outcome);
          }
        });
  }

  /** Whether a process is in a group. */
  boolean isOfGroup(FuseContext context, int group) {
    return callers.isOfGroup(context, group);
  }

  /** Sends a call that the kernel has allowed already. */
  void sendAllowed(FileCall call, Consumer<FileOutcome> done) {
    calls.submit(Caller.ROOT, call, done);
  }

  /** Sends a call whose failure changes nothing. */
  void sendAside(FileCall call) {
    sendAllowed(
        call,
        outcome -> {
          if (outcome instanceof FileOutcome.Answered(FsAnswer.Failed failed)) {
            LOG.debug("{} failed: {}", call, failed.error());
          }
        });
  }

  private static boolean isDenied(FileOutcome outcome) {
    return outcome instanceof FileOutcome.Answered(FsAnswer.Failed(FsError error))
        && (error == FsError.EACCES || error == FsError.EPERM);
  }
}
