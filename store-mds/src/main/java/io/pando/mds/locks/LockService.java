package io.pando.mds.locks;

import io.pando.fs.lock.HeldLock;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.request.FsError;
import io.pando.message.FileMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves what sessions ask of the locks of a rank. Locks are in memory alone: sessions of a former
 * holder of the rank tell which locks they have, and nothing is granted before all of them have
 * told, or have ended.
 *
 * <p>A session is one stream of requests, and a request is executed once: its answer is kept until
 * the client knows it, and sent again over a new connection.
 *
 * <p>Pure; single-threaded. What is sent may be lost with its connection.
 */
public final class LockService {
  private record Early(long session, long number, FileMessage message) {}

  private final LockLimits limits;
  private final BiConsumer<Long, FileMessage> send;
  private final BiConsumer<Long, String> evict;
  private final LockTable table;
  private final SortedMap<Long, SessionAsks> sessions = new TreeMap<>();

  /** Sessions of a former holder that have not told everything yet. */
  private final SortedSet<Long> awaited;

  /** Requests that came while sessions were awaited, in their order. */
  private final Deque<Early> early = new ArrayDeque<>();

  /**
   * No locks.
   *
   * @param awaited sessions of a former holder of the rank
   * @param send sends a message to a session; must not call the service
   * @param evict a session broke the rules; with what it did, as a clause
   */
  public LockService(
      LockLimits limits,
      SortedSet<Long> awaited,
      BiConsumer<Long, FileMessage> send,
      BiConsumer<Long, String> evict) {
    this.limits = limits;
    this.awaited = new TreeSet<>(awaited);
    this.send = send;
    this.evict = evict;
    this.table = new LockTable(limits, this::decided);
  }

  /** A live session sent a message about locks; others are ignored. */
  public void onMessage(long session, FileMessage message) {
    switch (message) {
      case FileMessage.AskLock it -> onRequest(session, it.number(), it.seen(), it);
      case FileMessage.AskConflict it -> onRequest(session, it.number(), it.seen(), it);
      case FileMessage.StopWaiting it -> stopWaiting(session, it.number());
      case FileMessage.HoldLocks it -> onHeld(session, it.locks());
      default -> {
        // Not about locks.
      }
    }
  }

  private void onRequest(long session, long number, long seen, FileMessage message) {
    SessionAsks asks = sessions.computeIfAbsent(session, _ -> new SessionAsks());
    asks.onSeen(seen);
    if (asks.isUnderWay(number) || asks.isAnswered(number)) {
      // A repeat. Answers that are kept were sent when the connection was opened.
      return;
    }
    if (asks.size() >= limits.mostUnderWay()) {
      evict.accept(session, "asks for more locks at a time than are allowed");
    } else {
      asks.begin(number);
      Early request = new Early(session, number, message);
      if (awaited.isEmpty()) {
        execute(request);
      } else {
        early.add(request);
      }
    }
  }

  private void execute(Early request) {
    switch (request.message()) {
      case FileMessage.AskLock it ->
          table.ask(new LockAsk(request.session(), it.number(), it.ino(), it.claim(), it.waits()));
      case FileMessage.AskConflict it ->
          answer(
              request.session(),
              it.number(),
              null,
              table.conflict(request.session(), it.ino(), it.claim()).orElse(null));
      default -> {
        // Only requests are kept.
      }
    }
  }

  private void stopWaiting(long session, long number) {
    Iterator<Early> all = early.iterator();
    while (all.hasNext()) {
      Early each = all.next();
      if (each.session() == session && each.number() == number) {
        all.remove();
        answer(session, number, FsError.EINTR, null);
        return;
      }
    }
    // One that does not wait was answered already.
    boolean _ = table.cancel(session, number);
  }

  private void onHeld(long session, List<HeldLock> locks) {
    if (!awaited.contains(session)) {
      // It has another connection to the same holder, which knows its locks.
      return;
    }
    List<HeldLock> refused = new ArrayList<>();
    for (HeldLock each : locks) {
      if (!table.claim(session, each.ino(), each.claim())) {
        refused.add(each);
      }
    }
    if (!refused.isEmpty()) {
      send.accept(session, new FileMessage.LocksRefused(refused));
    }
  }

  private void decided(LockAsk ask, @Nullable FsError error) {
    answer(ask.session(), ask.number(), error, null);
  }

  private void answer(
      long session, long number, @Nullable FsError error, @Nullable LockClaim conflict) {
    SessionAsks asks = sessions.get(session);
    if (asks != null) {
      send.accept(session, asks.end(number, error, conflict));
    }
  }

  // Sessions

  /**
   * A client was told over a new connection that its session is open. Answers that were lost with
   * the old one are sent before any newer one: the client learns of grants and releases in the
   * order in which they happened.
   */
  public void onOpened(long session) {
    SessionAsks asks = sessions.get(session);
    if (asks != null) {
      asks.answers().forEach(answer -> send.accept(session, answer));
    }
  }

  /** A session of a former holder has told everything that it has. */
  public void onReconnected(long session) {
    if (awaited.remove(session)) {
      start();
    }
  }

  /** A session has ended; if it was evicted, it is fenced. Its locks are free. */
  public void onSessionGone(long session) {
    sessions.remove(session);
    early.removeIf(each -> each.session() == session);
    table.sessionGone(session);
    if (awaited.remove(session)) {
      start();
    }
  }

  private void start() {
    while (awaited.isEmpty() && !early.isEmpty()) {
      execute(early.removeFirst());
    }
  }

  // Questions

  /** Number of locks that a session has. */
  public int locksOf(long session) {
    return table.locksOf(session);
  }

  /** Checks the invariants; costs time in proportion to the square of the locks of a file. */
  public void invariants() {
    table.invariants();
  }

  @Override
  public String toString() {
    return table + ", sessions " + sessions + ", awaited " + awaited;
  }
}
