package io.pando.session;

import io.pando.cluster.ChangeOutcome;
import io.pando.id.NodeId;
import io.pando.message.MonitorMessage;
import io.pando.port.EventLoop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A change or question under way.
 *
 * @param message what is sent to each monitor that is tried
 * @param deadline runs when there is no more time
 * @param tried what became of it at each monitor it was sent to
 */
record Pending(
    MonitorMessage message, Asker asker, EventLoop.Timer deadline, Map<NodeId, String> tried) {

  Pending(MonitorMessage message, Asker asker, EventLoop.Timer deadline) {
    this(message, asker, deadline, new LinkedHashMap<>());
  }

  /** Who waits for the outcome. */
  sealed interface Asker {
    /** For a change. */
    record OfChange(Consumer<ChangeOutcome> consumer) implements Asker {}

    /** For an answer. */
    record OfQuestion(Consumer<MonitorMessage.Answer> consumer) implements Asker {}
  }

  void giveUp(long number, String reason) {
    switch (asker) {
      case Asker.OfChange change -> change.consumer().accept(new ChangeOutcome.Unavailable(reason));
      case Asker.OfQuestion question ->
          question.consumer().accept(new MonitorMessage.NoAnswer(number, reason));
    }
  }

  /** A sentence about what was tried. */
  String account() {
    StringBuilder text = new StringBuilder();
    tried.forEach((monitor, what) ->
        text.append(text.isEmpty() ? "" : "; ").append(monitor).append(": ").append(what));
    return text.isEmpty() ? "no monitor was reached" : "tried " + text;
  }
}
