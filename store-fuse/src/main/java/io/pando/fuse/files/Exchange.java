package io.pando.fuse.files;

import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fuse.FuseReply;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseContext;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request of the kernel and its way to an answer. A call that fails is answered with its error;
 * the code behind it takes successes. Only the first answer is given. Any thread may use it.
 */
final class Exchange {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
  private static final FuseAnswer.Done DONE = new FuseAnswer.Done();

  private final FuseContext context;
  private final FuseReply reply;
  private final CallSender sender;
  private final Runnable onEnd;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * A request without an answer.
   *
   * @param onEnd run before it is answered
   */
  Exchange(FuseContext context, FuseReply reply, CallSender sender, Runnable onEnd) {
    this.context = context;
    this.reply = reply;
    this.sender = sender;
    this.onEnd = onEnd;
  }

  /** Number of the request. */
  long unique() {
    return context.unique();
  }

  /** Whether the process is the superuser's. */
  boolean isOfSuperuser() {
    return context.uid() == 0;
  }

  CallSender sender() {
    return sender;
  }

  // Answers

  /** Answers; returns whether the kernel took it. */
  boolean answer(FuseAnswer answer) {
    return end() && reply.answer(answer);
  }

  void done() {
    boolean _ = answer(DONE);
  }

  /** Fails with a number of {@link Errno}. */
  void fail(int errno) {
    if (end()) {
      boolean _ = reply.error(errno);
    } else {
      // Pages of a mapping are answered before they are written if they are being dropped.
      LOG.warn("a request of the kernel failed with error {} after its answer", errno);
    }
  }

  private boolean end() {
    boolean first = ended.compareAndSet(false, true);
    if (first) {
      onEnd.run();
    }
    return first;
  }

  void onInterrupt(Runnable action) {
    reply.onInterrupt(action);
  }

  // Calls

  /** Makes a call of the process; {@code then} takes a success on the client's thread. */
  void call(FileCall call, Consumer<FileOutcome> then) {
    sender.send(context, call, outcome -> take(outcome, then, this::fail));
  }

  /** The same with an error that is treated; {@code otherwise} takes all of them. */
  void call(FileCall call, Consumer<FileOutcome> then, Consumer<FsError> otherwise) {
    sender.send(context, call, outcome -> take(outcome, then, otherwise));
  }

  /** Whether the process is in a group. */
  boolean isOfGroup(int group) {
    return sender.isOfGroup(context, group);
  }

  /** Makes a call that the kernel has allowed already. */
  void callAllowed(FileCall call, Consumer<FileOutcome> then) {
    sender.sendAllowed(call, outcome -> take(outcome, then, this::fail));
  }

  /** Makes a call, and is done with it. */
  void callAndFinish(FileCall call) {
    call(call, _ -> done());
  }

  private void fail(FsError error) {
    fail(error.number());
  }

  private void take(FileOutcome outcome, Consumer<FileOutcome> then, Consumer<FsError> otherwise) {
    try {
      if (outcome instanceof FileOutcome.Answered(FsAnswer.Failed(FsError error))) {
        otherwise.accept(error);
      } else {
        then.accept(outcome);
      }
    } catch (GoneException e) {
      fail(FsError.ESTALE);
    } catch (RuntimeException e) {
      LOG.error("a request of the kernel fails with EIO", e);
      fail(Errno.EIO);
    }
  }

  // Outcomes

  /**
   * The inode that a call found, made or changed. A change may be done without one: then the inode
   * is gone since, and the request of the kernel fails with {@link FsError#ESTALE}.
   */
  static Inode inode(FileOutcome outcome) {
    if (outcome instanceof FileOutcome.Answered(FsAnswer.Found(Inode inode))) {
      return inode;
    }
    throw outcome.equals(FileOutcome.DONE) ? new GoneException() : unexpected(outcome);
  }

  /** The inode of a change is gone since it was done. */
  private static final class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GoneException() {
      super("the inode is gone since the change was done", null, false, false);
    }
  }

  static IllegalStateException unexpected(FileOutcome outcome) {
    return new IllegalStateException("the outcome of another call: " + outcome);
  }
}
