package io.pando.session;

import io.pando.cluster.ChangeOutcome;
import io.pando.id.NodeId;
import io.pando.message.MonitorMessage;
import io.pando.port.EventLoop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A pending change or question.
 *
 * @param message message that is sent to each monitor that is tried
 * @param deadline timer that ends the request when its time is over
 * @param tried outcome at each monitor to which it was sent
 */
record Pending(
    MonitorMessage message, Asker asker, EventLoop.Timer deadline, Map<NodeId, String> tried) {

  Pending(MonitorMessage message, Asker asker, EventLoop.Timer deadline) {
    this(message, asker, deadline, new LinkedHashMap<>());
  }

  /** The consumer of the outcome. */
  sealed interface Asker {
    /** Consumer of the outcome of a change. */
    record OfChange(Consumer<ChangeOutcome> consumer) implements Asker {}

    /** Consumer of an answer. */
    record OfQuestion(Consumer<MonitorMessage.Answer> consumer) implements Asker {}
  }

  void giveUp(long number, String reason) {
    switch (asker) {
      case Asker.OfChange change -> change.consumer().accept(new ChangeOutcome.Unavailable(reason));
      case Asker.OfQuestion question ->
          question.consumer().accept(new MonitorMessage.NoAnswer(number, reason));
    }
  }

  /** A clause that describes the attempts. */
  String account() {
    StringBuilder text = new StringBuilder();
    tried.forEach((monitor, what) ->
        text.append(text.isEmpty() ? "" : "; ").append(monitor).append(": ").append(what));
    return text.isEmpty() ? "no monitor was reached" : "tried " + text;
  }
}
