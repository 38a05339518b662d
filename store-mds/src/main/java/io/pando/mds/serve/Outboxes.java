package io.pando.mds.serve;

import io.pando.message.FileMessage;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Messages to all sessions that are open, and up to where each is told what is durable. */
final class Outboxes {
  private final Consumer<ServiceEffect> out;
  private final SortedMap<Long, SessionOutbox> outboxes = new TreeMap<>();

  /** Sessions with changes that are not durable, and the newest record with one of each. */
  private final SortedMap<Long, Long> newestRecords = new TreeMap<>();

  Outboxes(Consumer<ServiceEffect> out) {
    this.out = out;
  }

  /** A session was opened, or continues. */
  void open(long session) {
    outboxes.computeIfAbsent(session, _ -> new SessionOutbox());
  }

  /** A session is over. */
  void close(long session) {
    outboxes.remove(session);
    newestRecords.remove(session);
  }

  boolean isOpen(long session) {
    return outboxes.containsKey(session);
  }

  /** A session made a change, which is in this record. */
  void onChange(long session, long record) {
    newestRecords.put(session, record);
  }

  /**
   * Sends a message to a session, if it is open.
   *
   * @param needed the message waits until the journal is durable up to this record; 0 for none
   */
  void send(long session, long needed, FileMessage message) {
    SessionOutbox outbox = outboxes.get(session);
    if (outbox != null) {
      outbox.add(needed, message, each -> out.accept(new ServiceEffect.Send(session, each)));
    }
  }

  /** Records up to this one are durable: messages are sent, and sessions with changes are told. */
  void onDurable(long record) {
    outboxes.forEach((session, outbox) -> {
      outbox.onDurable(record, each -> out.accept(new ServiceEffect.Send(session, each)));
      Long newest = newestRecords.get(session);
      if (newest != null) {
        send(session, 0, new FileMessage.Durable(record));
        if (newest <= record) {
          newestRecords.remove(session);
        }
      }
    });
  }
}
