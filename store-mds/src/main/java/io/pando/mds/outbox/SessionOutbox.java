package io.pando.mds.outbox;

import io.pando.message.FileMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Messages to one session, in the order in which they were decided. A message that shows a change
 * of another session waits until that change is durable, and all messages behind it wait too: the
 * sequence numbers of capabilities say in which order the client gets them.
 */
final class SessionOutbox {
  private record Waiting(long record, FileMessage message) {}

  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private long durable;

  /**
   * Adds a message.
   *
   * @param record the message waits until the journal is durable up to this record; 0 for none
   * @param out takes it if it need not wait
   */
  void add(long record, FileMessage message, Consumer<FileMessage> out) {
    if (waiting.isEmpty() && record <= durable) {
      out.accept(message);
    } else {
      waiting.add(new Waiting(record, message));
    }
  }

  /** The journal is durable up to a record. */
  void onDurable(long record, Consumer<FileMessage> out) {
    durable = record;
    while (!waiting.isEmpty() && waiting.getFirst().record() <= record) {
      out.accept(waiting.removeFirst().message());
    }
  }

  /** The same without the messages that wait. */
  SessionOutbox emptied() {
    SessionOutbox emptied = new SessionOutbox();
    emptied.durable = durable;
    return emptied;
  }

  /** Number of messages that wait. */
  int size() {
    return waiting.size();
  }
}
