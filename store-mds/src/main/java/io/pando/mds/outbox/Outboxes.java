package io.pando.mds.outbox;

import io.pando.message.FileMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Messages to all sessions that are open, and up to where each is told what is durable. */
public final class Outboxes {
  private final BiConsumer<Long, FileMessage> out;
  private final SortedMap<Long, SessionOutbox> outboxes = new TreeMap<>();

  /** Sessions with changes that are not durable, and the newest record with one of each. */
  private final SortedMap<Long, Long> newestRecords = new TreeMap<>();

  /** A session asks when the journal is durable up to a record. */
  private record Question(long session, long record, long question) {}

  private final List<Question> questions = new ArrayList<>();

  /** Renewals of sessions, each with the record up to which earlier states of the session are. */
  private final List<Mark> marks = new ArrayList<>();

  private record Mark(long session, long record, long renewal) {}

  /** By session, the last renewal before which the journal has everything. */
  private final SortedMap<Long, Long> journaled = new TreeMap<>();

  /** Newest record for which a message, or a client, waits or waited. */
  private long awaited;

  /**
   * No session is open.
   *
   * @param out sends a message to a session
   */
  public Outboxes(BiConsumer<Long, FileMessage> out) {
    this.out = out;
  }

  /** A session was opened, or continues. */
  public void open(long session) {
    outboxes.computeIfAbsent(session, _ -> new SessionOutbox());
  }

  /** A session is over. */
  public void close(long session) {
    outboxes.remove(session);
    newestRecords.remove(session);
    journaled.remove(session);
    marks.removeIf(it -> it.session() == session);
    questions.removeIf(it -> it.session() == session);
  }

  /**
   * A session continues over a new connection: what waits is lost, as messages on their way are.
   */
  public void drop(long session) {
    outboxes.computeIfPresent(session, (_, outbox) -> outbox.emptied());
    questions.removeIf(it -> it.session() == session);
  }

  /** Whether a session is open. */
  public boolean isOpen(long session) {
    return outboxes.containsKey(session);
  }

  /** A session made a change, which is in this record. */
  public void onChange(long session, long record) {
    newestRecords.put(session, record);
  }

  /**
   * Sends a message to a session, if it is open.
   *
   * @param needed the message waits until the journal is durable up to this record; 0 for none
   */
  public void send(long session, long needed, FileMessage message) {
    SessionOutbox outbox = outboxes.get(session);
    if (outbox != null) {
      awaited = Math.max(awaited, needed);
      outbox.add(needed, message, each -> out.accept(session, each));
    }
  }

  /** Tells a session that the journal is durable up to this record. */
  public void tellDurable(long session, long durable) {
    send(session, 0, new FileMessage.Durable(durable));
  }

  /** A client waits until records up to this one are durable. */
  public void await(long record) {
    awaited = Math.max(awaited, record);
  }

  /**
   * A session asks when the journal is durable up to a record. The answer overtakes messages that
   * wait.
   *
   * @param durable the last record that is durable
   */
  public void ask(long session, long question, long record, long durable) {
    if (!isOpen(session)) {
      return;
    }
    if (record <= durable) {
      out.accept(session, new FileMessage.JournalWritten(question));
    } else {
      await(record);
      questions.add(new Question(session, record, question));
    }
  }

  /**
   * What a session told before a renewal is in records up to this one: {@link #journaled} names the
   * renewal once they are durable. Nothing waits for that.
   *
   * @param durable the last record that is durable
   */
  public void mark(long session, long renewal, long record, long durable) {
    if (isOpen(session)) {
      marks.add(new Mark(session, record, renewal));
      passMarks(durable);
    }
  }

  private void passMarks(long durable) {
    marks.removeIf(mark -> {
      boolean passed = mark.record() <= durable;
      if (passed) {
        journaled.merge(mark.session(), mark.renewal(), Math::max);
      }
      return passed;
    });
  }

  /**
   * Number of the last renewal of a session before which it told nothing that is not durable; 0 for
   * none.
   */
  public long journaled(long session) {
    return journaled.getOrDefault(session, 0L);
  }

  /** Whether a message or a client waits for a record behind this one, the last that is durable. */
  public boolean awaits(long durable) {
    return awaited > durable;
  }

  /** Records up to this one are durable: messages are sent, and sessions with changes are told. */
  public void onDurable(long record) {
    passMarks(record);
    for (Question each : List.copyOf(questions)) {
      if (each.record() <= record) {
        questions.remove(each);
        out.accept(each.session(), new FileMessage.JournalWritten(each.question()));
      }
    }
    outboxes.forEach((session, outbox) -> {
      outbox.onDurable(record, each -> out.accept(session, each));
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
