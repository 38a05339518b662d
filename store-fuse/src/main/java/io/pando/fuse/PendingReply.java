package io.pando.fuse;

import io.pando.fuse.device.DeviceChannel;
import io.pando.fuse.device.NativeBuffer;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.codec.AnswerEncoder;
import io.pando.fuse.protocol.codec.AnswerRule;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The reply of a request that the file system has. */
final class PendingReply implements FuseReply {
  private final FuseSession session;
  private final DeviceChannel channel;
  private final long unique;
  private final AnswerRule rule;
  private final long budgetBytes;
  private final AtomicBoolean answered = new AtomicBoolean();

  private final Object interruptLock = new Object();
  private boolean interrupted;
  private @Nullable Runnable onInterrupt;

  /**
   * A reply without an answer.
   *
   * @param channel from which the request was read
   * @param budgetBytes memory that the request takes until it is answered
   */
  PendingReply(
      FuseSession session, DeviceChannel channel, long unique, AnswerRule rule, long budgetBytes) {
    this.session = session;
    this.channel = channel;
    this.unique = unique;
    this.rule = rule;
    this.budgetBytes = budgetBytes;
  }

  @Override
  public boolean answer(FuseAnswer answer) {
    int bytes = AnswerEncoder.bytes(answer);
    begin();
    NativeBuffer buffer = session.buffers().take(bytes);
    try {
      AnswerEncoder.answer(unique, rule, answer, buffer.view());
      return session.write(channel, buffer);
    } catch (RuntimeException e) {
      AnswerEncoder.error(unique, Errno.EIO, buffer.view());
      boolean _ = session.write(channel, buffer);
      throw e;
    } finally {
      end(buffer);
    }
  }

  @Override
  public boolean error(int errno) {
    if (errno <= 0 || errno > Errno.MOST) {
      throw new IllegalArgumentException("not an error number: " + errno);
    }
    begin();
    NativeBuffer buffer = session.buffers().take(AnswerEncoder.HEADER_BYTES);
    try {
      AnswerEncoder.error(unique, errno, buffer.view());
      return session.write(channel, buffer);
    } finally {
      end(buffer);
    }
  }

  boolean isAnswered() {
    return answered.get();
  }

  private void begin() {
    if (!answered.compareAndSet(false, true)) {
      throw new IllegalStateException(rule.opcode() + " was answered before");
    }
    session.table().remove(unique);
  }

  private void end(NativeBuffer buffer) {
    session.buffers().giveBack(buffer);
    session.budget().giveBack(budgetBytes);
  }

  @Override
  public void onInterrupt(Runnable action) {
    boolean now;
    synchronized (interruptLock) {
      now = interrupted;
      onInterrupt = now ? null : action;
    }
    if (now && !isAnswered()) {
      action.run();
    }
  }

  /** The process that waits was interrupted. */
  void interrupt() {
    @Nullable Runnable action;
    synchronized (interruptLock) {
      interrupted = true;
      action = onInterrupt;
      onInterrupt = null;
    }
    if (action != null && !isAnswered()) {
      action.run();
    }
  }
}
