package io.pando.mds.session;

import io.pando.check.Invariant;
import io.pando.fs.Ino;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.InoRange;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A session: its numbers and its answers. */
final class Session {
  private final long number;
  private final ClientIdentity client;

  /** Numbers that the client may use. */
  private final NumberSet numbers = new NumberSet();

  /** Numbers that the client is given once they are durable. */
  private final List<InoRange> coming = new ArrayList<>();

  /** Answers by the numbers of the requests; the record is 0 until the update is in order. */
  private final NavigableMap<Long, PastAnswer> answers = new TreeMap<>();

  /** Requests of which the row of the answer is to be removed. */
  private final List<Long> forgotten = new ArrayList<>();

  private SessionStage phase;
  private long leaseEnd;
  private long oldest;

  Session(long number, ClientIdentity client, SessionStage phase) {
    this.number = number;
    this.client = client;
    this.phase = phase;
  }

  long number() {
    return number;
  }

  ClientIdentity client() {
    return client;
  }

  SessionStage phase() {
    return phase;
  }

  void become(SessionStage next) {
    phase = next;
  }

  /** Whether requests of the session are executed. */
  boolean isLive() {
    return switch (phase) {
      case OPEN, AWAITED -> true;
      case OPENING, EXPIRED, CLOSING -> false;
    };
  }

  /** When the server regards the lease as over; monotonic nanoseconds. */
  long leaseEnd() {
    return leaseEnd;
  }

  void leaseUntil(long nanos) {
    leaseEnd = nanos;
  }

  // Numbers

  NumberSet numbers() {
    return numbers;
  }

  /** Numbers that it has or is about to get. */
  long unused() {
    long unused = numbers.size();
    for (InoRange each : coming) {
      unused += each.count();
    }
    return unused;
  }

  void promise(InoRange range) {
    coming.add(range);
  }

  /** A promise is durable. */
  void give(InoRange range) {
    Invariant.check(coming.remove(range), "numbers are given that were not promised");
    numbers.add(range);
  }

  /** The row of the session. */
  SessionRow row() {
    List<InoRange> all = numbers.ranges();
    all.addAll(coming);
    return new SessionRow.OfSession(client, all);
  }

  // Answers

  @Nullable PastAnswer answer(long request) {
    return answers.get(request);
  }

  int answers() {
    return answers.size();
  }

  void put(long request, @Nullable Ino ino, long record) {
    answers.put(request, new PastAnswer(record, ino));
  }

  /** All requests with smaller numbers are not repeated any more. */
  long oldest() {
    return oldest;
  }

  void onOldest(long request) {
    if (request > oldest) {
      oldest = request;
      NavigableMap<Long, PastAnswer> past = answers.headMap(request, false);
      forgotten.addAll(past.keySet());
      past.clear();
    }
  }

  int forgotten() {
    return forgotten.size();
  }

  /** The requests of which rows are to be removed, from now on as if they were. */
  List<Long> takeForgotten() {
    List<Long> all = List.copyOf(forgotten);
    forgotten.clear();
    return all;
  }

  /** All rows of the session: its own, and of answers. */
  List<Long> rows() {
    List<Long> rows = new ArrayList<>();
    rows.add(SessionKey.of(number).request());
    rows.addAll(forgotten);
    rows.addAll(answers.keySet());
    return rows;
  }
}
