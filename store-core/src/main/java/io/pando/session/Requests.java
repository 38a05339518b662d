package io.pando.session;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.id.NodeId;
import io.pando.message.MonitorMessage;
import io.pando.port.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The changes and questions of a session that have no outcome yet, oldest first. */
final class Requests {
  /** Number of the keep-alive question; no consumer waits for its answer. */
  static final long KEEP_ALIVE = 0;

  private final MonitorSessionConfig config;
  private final EventLoop loop;
  private final Supplier<String> failureReasons;
  private final TreeMap<Long, Pending> pending = new TreeMap<>();
  private long lastNumber = KEEP_ALIVE;

  /**
   * @param troubles clause about monitors that could not be reached
   */
  Requests(MonitorSessionConfig config, EventLoop loop, Supplier<String> troubles) {
    this.config = config;
    this.loop = loop;
    this.failureReasons = troubles;
  }

  /** Adds a change; null if there is no room, which the consumer has been told. */
  @Nullable Pending change(Change change, Consumer<ChangeOutcome> consumer) {
    long number = ++lastNumber;
    return take(
        number,
        new MonitorMessage.RequestChange(
            number, change, pending.isEmpty() ? number : pending.firstKey()),
        new Pending.Asker.OfChange(consumer));
  }

  /**
   * Adds a question; null if there is no room, which the consumer has been told.
   *
   * @param question the message for a request's number
   */
  @Nullable Pending question(
      LongFunction<MonitorMessage> question, Consumer<MonitorMessage.Answer> consumer) {
    long number = ++lastNumber;
    return take(number, question.apply(number), new Pending.Asker.OfQuestion(consumer));
  }

  private @Nullable Pending take(long number, MonitorMessage message, Pending.Asker asker) {
    EventLoop.Timer deadline =
        loop.schedule(config.requestTimeoutNanos(), () -> onDeadline(number));
    Pending taken = new Pending(message, asker, deadline);
    if (pending.size() >= config.maxRequests()) {
      deadline.cancel();
      taken.giveUp(number, pending.size() + " requests wait for the monitors already");
      return null;
    }
    pending.put(number, taken);
    return taken;
  }

  private void onDeadline(long number) {
    Pending late = pending.remove(number);
    if (late != null) {
      late.giveUp(
          number,
          "no answer of the monitors within "
              + config.requestTimeoutNanos() / 1_000_000
              + " ms: "
              + late.account()
              + failureReasons.get());
    }
  }

  /** Whether no request waits for its outcome. */
  boolean isEmpty() {
    return pending.isEmpty();
  }

  /** All requests, for sending them to another monitor. */
  List<Pending> all() {
    return List.copyOf(pending.values());
  }

  /**
   * Handles a reply; returns whether the monitor could not serve the change and another should be
   * tried.
   */
  boolean onChangeReply(NodeId from, MonitorMessage.ChangeReply reply) {
    Pending waiting = pending.get(reply.request());
    if (waiting == null || !(waiting.asker() instanceof Pending.Asker.OfChange change)) {
      return false;
    }
    if (reply.outcome() instanceof ChangeOutcome.Unavailable unavailable) {
      waiting.tried().put(from, unavailable.reason());
      return true;
    }
    finish(reply.request(), waiting);
    change.consumer().accept(reply.outcome());
    return false;
  }

  /**
   * Handles an answer; returns whether the monitor could not serve the question and another should
   * be tried.
   *
   * @param monitors number of monitors: when all have declined, the question ends with this answer
   */
  boolean onAnswer(NodeId from, MonitorMessage.Answer answer, int monitors) {
    Pending waiting = pending.get(answer.request());
    if (waiting == null || !(waiting.asker() instanceof Pending.Asker.OfQuestion question)) {
      return false;
    }
    if (answer instanceof MonitorMessage.NoAnswer none) {
      waiting.tried().put(from, none.reason());
      if (waiting.tried().size() < monitors) {
        return true;
      }
      finish(answer.request(), waiting);
      waiting.giveUp(answer.request(), waiting.account());
      return false;
    }
    finish(answer.request(), waiting);
    question.consumer().accept(answer);
    return false;
  }

  private void finish(long number, Pending waiting) {
    waiting.deadline().cancel();
    pending.remove(number);
  }

  /** Ends all requests. */
  void abandon(String reason) {
    List<Long> numbers = new ArrayList<>(pending.keySet());
    for (long number : numbers) {
      Pending waiting = pending.remove(number);
      if (waiting != null) {
        waiting.deadline().cancel();
        waiting.giveUp(number, reason);
      }
    }
  }
}
