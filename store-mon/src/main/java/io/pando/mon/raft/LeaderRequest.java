package io.pando.mon.raft;

import io.pando.port.EventLoop;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.protocol.RaftClientReply;
import org.jspecify.annotations.Nullable;

/**
 * A request to the leader of the quorum: sent again under the same number until it is answered or
 * times out. Runs on the event loop.
 */
final class LeaderRequest {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final EventLoop loop;
  private final Attempt attempt;
  private final Ending done;
  private final EventLoop.Timer deadline;
  private boolean over;
  private long attempts;

  /** Is told how it ended. */
  interface Ending {
    /** With a reply, or without one. */
    void onEnd(@Nullable RaftClientReply reply);
  }

  /** Tries once. */
  interface Attempt {
    /**
     * Sends the request to whoever leads.
     *
     * @param ended is told the reply, or null if there is none; on the loop
     */
    void send(Ending ended);
  }

  /**
   * A request that is not sent yet.
   *
   * @param done is told the reply, or null if there is none in time
   */
  LeaderRequest(EventLoop loop, long timeoutNanos, Attempt attempt, Ending done) {
    this.loop = loop;
    this.attempt = attempt;
    this.done = done;
    this.deadline = loop.schedule(timeoutNanos, () -> finish(null));
  }

  void tryOnce() {
    if (!over) {
      attempts++;
      long number = attempts;
      attempt.send(reply -> onReply(number, reply));
    }
  }

  /** Without a reply, or with one that only says who leads, it is tried again. */
  private void onReply(long number, @Nullable RaftClientReply reply) {
    if (over || number != attempts) {
      return;
    }
    if (reply != null && reply.isSuccess()) {
      finish(reply);
    } else if (reply != null && reply.getStateMachineException() != null) {
      // The leader's machine broke on it, and would break on it again.
      finish(null);
    } else {
      loop.schedule(PAUSE_NANOS, this::tryOnce);
    }
  }

  private void finish(@Nullable RaftClientReply reply) {
    if (!over) {
      over = true;
      deadline.cancel();
      done.onEnd(reply);
    }
  }
}
