package io.pando.mon.raft;

import io.pando.port.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.ratis.protocol.RaftClientReply;
import org.jspecify.annotations.Nullable;

/**
 * A request to the leader of the quorum: it is resent with the same number until it is answered or
 * times out. Runs on the event loop.
 */
final class LeaderRequest {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final EventLoop loop;
  private final Attempt attempt;
  private final Consumer<@Nullable RaftClientReply> done;
  private final EventLoop.Timer deadline;
  private boolean over;
  private long attempts;

  /** Sends the request once. */
  interface Attempt {
    /**
     * Sends the request to the current leader.
     *
     * @param ended called on the loop with the reply, or with null if there is none
     */
    void send(Consumer<@Nullable RaftClientReply> ended);
  }

  /**
   * Creates a request that is not sent yet.
   *
   * @param done called on the loop with the reply, or with null if none came in time
   */
  LeaderRequest(
      EventLoop loop,
      long timeoutNanos,
      Attempt attempt,
      Consumer<@Nullable RaftClientReply> done) {
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

  /** Sends the request again if there is no reply, or if the reply only names another leader. */
  private void onReply(long number, @Nullable RaftClientReply reply) {
    if (over || number != attempts) {
      return;
    }
    if (reply != null && reply.isSuccess()) {
      finish(reply);
    } else if (reply != null && reply.getStateMachineException() != null) {
      // The leader's state machine threw on this request; it would throw again.
      finish(null);
    } else {
      loop.schedule(PAUSE_NANOS, this::tryOnce);
    }
  }

  private void finish(@Nullable RaftClientReply reply) {
    if (!over) {
      over = true;
      deadline.cancel();
      done.accept(reply);
    }
  }
}
