package io.pando.mds.session;

import io.pando.check.Invariant;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.session.ClientIdentity;
import io.pando.fs.session.InoRange;
import io.pando.mds.store.UpdateDraft;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.update.SessionKey;
import io.pando.mds.update.SessionRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a rank.
 *
 * <p>A machine: effects go to the sink, which must not call the machine; time is an argument, in
 * monotonic nanoseconds. Its rows are written by the caller's updates: a method that takes an
 * {@link UpdateDraft} adds to it, {@link #ordered} tells the number of its record, and {@link
 * #onDurable} lets clients be told.
 *
 * <p>A change is remembered in the update that it makes, until the client says that it will not
 * repeat it. Numbers are given to a client after they are durable. A number is used when a change
 * that made its inode is in order. Failed requests use and remember nothing.
 *
 * <p>Invariants: no number is given to two sessions, nor used twice; an answer is remembered if and
 * only if its change is in order and the client may repeat it.
 */
public final class Sessions {
  /** What happens once a record is durable. */
  private record WhenDurable(long record, Runnable then) {}

  private final SessionLimits limits;
  private final Consumer<SessionEffect> out;
  private final SortedMap<Long, Session> sessions = new TreeMap<>();
  private final List<LongConsumer> whenOrdered = new ArrayList<>();
  private final Deque<WhenDurable> whenDurable = new ArrayDeque<>();
  private Ino next;

  /**
   * The sessions that a table has: those of a former holder of the rank have one lease from now to
   * continue.
   *
   * @param table complete
   */
  public Sessions(
      long now,
      SessionLimits limits,
      MetadataTable<Ino, SessionKey, SessionRow> table,
      Consumer<SessionEffect> out) {
    Invariant.check(table.isComplete(), "the session table is not in memory");
    this.limits = limits;
    this.out = out;
    this.next = Invariant.present(table.head(), () -> "a table without a head");
    table.list(null, Integer.MAX_VALUE).forEach((key, row) -> load(now, key, row));
  }

  /** The row of a session is before those of its answers. */
  private void load(long now, SessionKey key, SessionRow row) {
    switch (row) {
      case SessionRow.OfSession it -> {
        Session session = new Session(key.session(), it.client(), SessionStage.AWAITED);
        it.numbers().forEach(each -> session.numbers().add(each));
        session.leaseUntil(now + limits.leaseNanos() + limits.marginNanos());
        sessions.put(key.session(), session);
      }
      case SessionRow.OfAnswer it -> {
        Session session =
            Invariant.present(sessions.get(key.session()), () -> "an answer of no session: " + key);
        Ino ino = it.ino();
        session.put(key.request(), ino, 0);
        if (it.made() && ino != null) {
          boolean _ = session.numbers().remove(ino);
        }
      }
    }
  }

  // Opening and closing

  /**
   * A client opens a session, or continues it. {@link SessionEffect.Opened} follows, at once or
   * when the new session is durable.
   *
   * @param draft of an update that is ordered if {@link #contains} was false before
   * @return null, or why the session is refused, as a clause
   */
  public @Nullable String open(long now, long number, ClientIdentity client, UpdateDraft draft) {
    Session known = sessions.get(number);
    if (known != null) {
      return reopen(now, known);
    }
    if (number == 0) {
      return "0 is not a number of a session";
    }
    if (sessions.size() >= limits.mostSessions()) {
      return "there are %d sessions, the most that are allowed".formatted(sessions.size());
    }
    Session session = new Session(number, client, SessionStage.OPENING);
    extendLease(now, session);
    sessions.put(number, session);
    InoRange range = promise(session, draft);
    draft.putSessionRow(SessionKey.of(number), session.row());
    later(() -> {
      if (session.phase() == SessionStage.OPENING) {
        session.give(range);
        session.become(SessionStage.OPEN);
        out.accept(new SessionEffect.Opened(number, true, session.numbers().ranges()));
      }
    });
    return null;
  }

  private @Nullable String reopen(long now, Session session) {
    return switch (session.phase()) {
      case OPENING -> null;
      case OPEN, AWAITED -> {
        extendLease(now, session);
        List<InoRange> numbers = session.numbers().ranges();
        out.accept(new SessionEffect.Opened(session.number(), false, numbers));
        yield null;
      }
      case EXPIRED, CLOSING -> "the session is over";
    };
  }

  /** A session of a former holder of the rank told everything that it has. */
  public void onReconnected(long number) {
    Session session = sessions.get(number);
    if (session != null && session.phase() == SessionStage.AWAITED) {
      session.become(SessionStage.OPEN);
    }
  }

  /** Sessions of a former holder of the rank that have not told yet what they have. */
  public SortedSet<Long> awaited() {
    SortedSet<Long> awaited = new TreeSet<>();
    for (Session each : sessions.values()) {
      if (each.phase() == SessionStage.AWAITED) {
        awaited.add(each.number());
      }
    }
    return awaited;
  }

  /** Ends a session; {@link SessionEffect.Closed} follows when that is durable. */
  public void close(long number, UpdateDraft draft) {
    Session session = present(number);
    Invariant.check(
        session.phase() != SessionStage.CLOSING, () -> "session %d ends twice".formatted(number));
    session.become(SessionStage.CLOSING);
    draft.removeSessionRows(number, session.rows());
    later(() -> {
      sessions.remove(number);
      out.accept(new SessionEffect.Closed(number));
    });
  }

  private Session present(long number) {
    return Invariant.present(sessions.get(number), () -> "session %d".formatted(number));
  }

  // Leases

  /** A client renews its lease; false if the session is over or unknown. */
  public boolean renew(long now, long number) {
    Session session = sessions.get(number);
    if (session == null || !session.isLive()) {
      return false;
    }
    extendLease(now, session);
    return true;
  }

  private void extendLease(long now, Session session) {
    session.leaseUntil(now + limits.leaseNanos() + limits.marginNanos());
  }

  /** A session is fenced: its requests are not executed any more; false if it is over. */
  public boolean expire(long number) {
    Session session = sessions.get(number);
    if (session == null || session.phase() == SessionStage.CLOSING) {
      return false;
    }
    session.become(SessionStage.EXPIRED);
    return true;
  }

  /** Whether the client of a session cannot use any more what it has. */
  public boolean isLeaseOver(long now, long number) {
    Session session = sessions.get(number);
    return session == null || now - session.leaseEnd() >= 0;
  }

  /** Sessions whose lease is over expire. */
  public void onTime(long now) {
    for (Session each : sessions.values()) {
      boolean isOver = now - each.leaseEnd() >= 0;
      if (isOver && each.isLive()) {
        each.become(SessionStage.EXPIRED);
        out.accept(new SessionEffect.Expired(each.number()));
      }
    }
  }

  // Requests

  /** Whether requests of a session are executed: it is open, and its lease is not over. */
  public boolean isLive(long number) {
    Session session = sessions.get(number);
    return session != null && session.isLive();
  }

  public boolean contains(long number) {
    return sessions.containsKey(number);
  }

  /** The session will not repeat requests with smaller numbers. */
  public void onOldest(long number, long request) {
    Session session = sessions.get(number);
    if (session != null && session.isLive()) {
      session.onOldest(request);
    }
  }

  /** Whether the session said that it will not repeat a request, so that it must not come now. */
  public boolean isForgotten(long number, long request) {
    Session session = sessions.get(number);
    return session != null && request < session.oldest();
  }

  /** How a change was answered before; null if it was not carried out. */
  public @Nullable PastAnswer past(long number, long request) {
    Session session = sessions.get(number);
    return session == null ? null : session.answer(request);
  }

  /** Whether the session may change something: not too many of its changes are remembered. */
  public boolean admits(long number) {
    Session session = sessions.get(number);
    return session != null && session.isLive() && session.answers() < limits.mostAnswers();
  }

  /** Whether a session may make an inode with this number. */
  public boolean mayUse(long number, Ino ino) {
    Session session = sessions.get(number);
    return session != null && session.numbers().contains(ino);
  }

  /**
   * A change of a session is carried out by this update.
   *
   * @param request number of the request, at least 1
   * @param answer not {@link FsAnswer.Failed}
   * @param made the inode that it made, of which the session {@link #mayUse} the number; null if it
   *     made none
   */
  public void answered(
      long number, long request, FsAnswer answer, @Nullable Ino made, UpdateDraft draft) {
    Session session = present(number);
    Ino ino =
        switch (answer) {
          case FsAnswer.Done _ -> null;
          case FsAnswer.Found it -> it.inode().ino();
          case FsAnswer.Listing _, FsAnswer.Failed _ ->
              throw Invariant.unreachable("not an answer of a change: " + answer);
        };
    Invariant.check(
        request > 0 && session.answer(request) == null && request >= session.oldest(),
        () -> "request %d of session %d is done twice".formatted(request, number));
    session.put(request, ino, 0);
    draft.putSessionRow(
        new SessionKey(number, request), new SessionRow.OfAnswer(ino, made != null));
    whenOrdered.add(record -> session.put(request, ino, record));
    boolean rewritten = false;
    if (made != null) {
      Invariant.check(
          made.equals(ino) && session.numbers().remove(made),
          () -> "session %d makes %s, which is not its number".formatted(number, made));
      rewritten = replenish(session, draft);
    }
    if (session.forgotten() >= limits.forgetBatch()) {
      draft.removeSessionRows(number, session.takeForgotten());
      rewritten = true;
    }
    if (rewritten) {
      draft.putSessionRow(SessionKey.of(number), session.row());
    }
  }

  private boolean replenish(Session session, UpdateDraft draft) {
    if (session.unused() >= limits.numbers() / 2) {
      return false;
    }
    InoRange range = promise(session, draft);
    later(() -> {
      session.give(range);
      if (session.isLive()) {
        out.accept(new SessionEffect.MoreNumbers(session.number(), List.of(range)));
      }
    });
    return true;
  }

  private InoRange promise(Session session, UpdateDraft draft) {
    InoRange range = new InoRange(next, limits.numbers());
    next = new Ino(range.end());
    session.promise(range);
    draft.putNumbers(next);
    return range;
  }

  /** The lowest numbers that a session may use; none if there is no such session. */
  public List<Ino> lowestUnused(long number, int most) {
    Session session = sessions.get(number);
    return session == null ? List.of() : session.numbers().lowest(most);
  }

  // The journal

  private void later(Runnable then) {
    whenOrdered.add(record -> whenDurable.addLast(new WhenDurable(record, then)));
  }

  /** The update of the drafts that were filled since the last call is in order. */
  public void ordered(long record) {
    whenOrdered.forEach(each -> each.accept(record));
    whenOrdered.clear();
  }

  /** Whether something waits until records are durable. */
  public boolean awaitsJournal() {
    return !whenDurable.isEmpty() || !whenOrdered.isEmpty();
  }

  /** All records up to this one are durable. */
  public void onDurable(long record) {
    while (!whenDurable.isEmpty() && whenDurable.getFirst().record() <= record) {
      whenDurable.removeFirst().then().run();
    }
  }

  // Questions

  /** All sessions, in the order of their numbers. */
  public List<SessionStatus> status(long now) {
    List<SessionStatus> all = new ArrayList<>();
    for (Map.Entry<Long, Session> each : sessions.entrySet()) {
      Session session = each.getValue();
      all.add(
          new SessionStatus(
              each.getKey(),
              session.client(),
              session.phase(),
              session.leaseEnd() - now,
              session.answers()));
    }
    return all;
  }
}
