package io.pando.mds.rank;

import io.pando.cluster.files.RankId;
import io.pando.fs.session.HeldCapability;
import io.pando.mds.locks.LockLimits;
import io.pando.mds.locks.LockService;
import io.pando.mds.serve.Moment;
import io.pando.mds.serve.RankService;
import io.pando.mds.session.SessionEffect;
import io.pando.mds.session.SessionLimits;
import io.pando.mds.session.Sessions;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.store.UpdateDraft;
import io.pando.message.FileMessage;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Messages of clients: sessions that they open, renew, continue and close, and what is in them. */
final class SessionFront {
  private static final long NO_CONNECTION = -1;

  private final RankId rank;
  private final SessionLimits limits;
  private final MetadataStore store;
  private final Sessions sessions;
  private final RankService service;
  private final Evictions evictions;
  private final Consumer<RankEffect> out;
  private final SessionConnections connections = new SessionConnections();

  /** What a session claims that continues over a connection. */
  private static final class Claims {
    private final long connection;
    private final List<HeldCapability> held = new ArrayList<>();

    /** Openings over the connection whose claims have not come: the client answers each. */
    private int openings;

    Claims(long connection) {
      this.connection = connection;
    }

    /** Whether the last claims answer the newest opening. */
    boolean isNewest() {
      return openings == 0;
    }
  }

  /** What sessions claim that continue over a connection, until they have told everything. */
  private final SortedMap<Long, Claims> claims = new TreeMap<>();

  private final FailedAnswers failures = new FailedAnswers();

  private final SortedSet<Long> awaited;

  /** Sessions that are fenced, and whose clients may not know it before their leases are over. */
  private final SortedSet<Long> leaving = new TreeSet<>();

  private final LockService locks;
  private final EndingSessions ending;

  SessionFront(Parts parts, RankId rank, SessionLimits limits, Consumer<RankEffect> out) {
    this.rank = rank;
    this.limits = limits;
    this.store = parts.store();
    this.sessions = parts.sessions();
    this.service = parts.service();
    this.evictions = parts.evictions();
    this.out = out;
    this.awaited = sessions.awaited();
    this.ending = new EndingSessions(store, sessions, service, out);
    this.locks = new LockService(LockLimits.usual(), awaited, this::send, evictions::add);
  }

  /** What it passes messages to. */
  record Parts(MetadataStore store, Sessions sessions, RankService service, Evictions evictions) {}

  // Messages

  void onMessage(Moment now, long connection, FileMessage message) {
    if (message instanceof FileMessage.OpenSession open) {
      open(now, connection, open);
      return;
    }
    OptionalLong session = connections.sessionOf(connection);
    if (session.isEmpty()) {
      out.accept(new RankEffect.Disconnect(connection));
    } else {
      onMessage(now, session.getAsLong(), connection, message);
    }
  }

  private void onMessage(Moment now, long session, long connection, FileMessage message) {
    switch (message) {
      case FileMessage.RenewSession it -> renew(now, session, it);
      case FileMessage.CloseSession _ -> close(now, session);
      case FileMessage.Reconnect it -> reconnect(now, session, it);
      case FileMessage.FileRequest it -> {
        if (it.number() < 1) {
          evictions.add(session, "numbers a request " + it.number());
        } else if (sessions.isLive(session)) {
          request(now, session, it);
        }
      }
      case FileMessage.UpdateCapabilities _, FileMessage.AskJournal _ -> {
        if (sessions.isLive(session)) {
          service.onTold(now, session, message);
        }
      }
      case FileMessage.AwaitJournal _ -> service.outboxes().await(store.ordered());
      case FileMessage.AskLock _,
          FileMessage.AskConflict _,
          FileMessage.StopWaiting _,
          FileMessage.HoldLocks _ -> {
        if (sessions.isLive(session)) {
          locks.onMessage(session, message);
        }
      }
      default -> {
        // Only servers send the others.
        out.accept(new RankEffect.Disconnect(connection));
      }
    }
  }

  private void open(Moment now, long connection, FileMessage.OpenSession open) {
    long session = open.session();
    if (!open.system().equals(rank.system()) || open.rank() != rank.rank()) {
      refuse(connection, "this server holds %s, not that rank".formatted(rank));
      return;
    }
    if (evictions.contains(session) || evictions.isFenced(session)) {
      refuse(connection, evictions.why(session));
      return;
    }
    boolean known = sessions.contains(session);
    if (!known && !store.admits()) {
      refuse(connection, "the journal has no room for a session");
      return;
    }
    connections
        .bind(session, connection)
        .ifPresent(before -> out.accept(new RankEffect.Disconnect(before)));
    UpdateDraft draft = store.begin();
    String refused = sessions.open(now.nanos(), session, open.client(), draft);
    if (refused != null) {
      connections.unbind(session);
      refuse(connection, refused);
    } else if (!known) {
      sessions.ordered(draft.order());
    }
  }

  private void refuse(long connection, String reason) {
    out.accept(new RankEffect.Send(connection, new FileMessage.SessionClosed(reason)));
  }

  private void renew(Moment now, long session, FileMessage.RenewSession renewal) {
    if (sessions.renew(now.nanos(), session)) {
      service.onRenewal(now, session, renewal.sequence());
      long journaled = service.outboxes().journaled(session);
      send(
          session,
          new FileMessage.SessionRenewed(renewal.sequence(), limits.leaseNanos(), journaled));
    }
  }

  private void close(Moment now, long session) {
    if (sessions.isLive(session)) {
      release(now, session);
      ending.close(session);
    }
  }

  // Fences

  /** The newest map may fence sessions. */
  void onFences(Moment now) {
    for (long session : evictions.fenced()) {
      boolean ends = leaving.contains(session) || ending.contains(session);
      if (!ends && sessions.expire(session)) {
        evict(now, session);
      }
    }
    evictions.forgetFenced();
  }

  /**
   * A session is fenced: nothing of it is executed any more. Its client uses its caches until it
   * hears of that, or its lease is over, so others get what it has only then.
   */
  private void evict(Moment now, long session) {
    out.accept(new RankEffect.Note("evicts session " + session));
    if (sessions.isLeaseOver(now.nanos(), session)) {
      end(now, session);
    } else {
      claims.remove(session);
      leaving.add(session);
      service.onFenced(now, session);
      send(session, new FileMessage.SessionClosed(evictions.why(session)));
    }
  }

  /** Time has passed: sessions end that were fenced before. */
  void onTime(Moment now) {
    ending.onTime(now);
    for (long session : List.copyOf(leaving)) {
      if (sessions.isLeaseOver(now.nanos(), session)) {
        leaving.remove(session);
        end(now, session);
      }
    }
  }

  /** Ends a session that is fenced and whose lease is over. */
  private void end(Moment now, long session) {
    release(now, session);
    ending.add(session);
  }

  /** Others get what a session has. */
  private void release(Moment now, long session) {
    claims.remove(session);
    failures.drop(session);
    service.onSessionGone(now, session);
    locks.onSessionGone(session);
  }

  private void request(Moment now, long session, FileMessage.FileRequest request) {
    FileMessage.FileAnswer failed = failures.find(session, request);
    if (failed == null) {
      service.onRequest(now, session, request);
    } else {
      Probe.reached("files: a request that failed is repeated");
      send(session, failed);
    }
  }

  private void reconnect(Moment now, long session, FileMessage.Reconnect part) {
    Claims claimed = claims.get(session);
    if (claimed == null) {
      return;
    }
    claimed.held.addAll(part.held());
    if (part.more()) {
      return;
    }
    List<HeldCapability> held = List.copyOf(claimed.held);
    claimed.held.clear();
    claimed.openings--;
    if (claimed.isNewest()) {
      claims.remove(session);
    }
    if (awaited.remove(session)) {
      // What it sends next builds on that, also before it hears of a newer opening.
      held.forEach(each -> service.onHeld(session, each));
      service.onReconnected(now, session);
      locks.onReconnected(session);
    } else if (claimed.isNewest()) {
      service.onResumed(now, session, held);
    } else {
      Probe.reached("files: a session tells what it has before it hears of its newest opening");
    }
  }

  // Sessions

  void on(Moment now, SessionEffect effect) {
    switch (effect) {
      case SessionEffect.Opened it -> onOpened(it);
      case SessionEffect.MoreNumbers it ->
          send(it.session(), new FileMessage.MoreNumbers(it.numbers()));
      case SessionEffect.Expired it ->
          evictions.add(it.session(), "its lease was not renewed in time");
      case SessionEffect.Closed it -> {
        send(it.session(), new FileMessage.SessionClosed(""));
        connections.unbind(it.session());
      }
    }
  }

  private void onOpened(SessionEffect.Opened opened) {
    long session = opened.session();
    service.onSession(session);
    if (!opened.fresh()) {
      expectClaims(session);
    }
    send(
        session,
        new FileMessage.SessionOpened(
            limits.leaseNanos(), opened.fresh(), !opened.fresh(), opened.numbers()));
    service.outboxes().tellDurable(session, store.durable());
    locks.onOpened(session);
  }

  /**
   * A client that asked several times over a connection tells as often what it has. Only the last
   * claims count: those before do not know the grants until the newest opening.
   */
  private void expectClaims(long session) {
    long connection = connections.connectionOf(session).orElse(NO_CONNECTION);
    Claims before = claims.get(session);
    Claims claimed =
        before == null || before.connection != connection ? new Claims(connection) : before;
    claimed.openings++;
    claims.put(session, claimed);
    service.onResuming(session);
  }

  /** Sends a message to a session that has a connection. */
  void send(long session, FileMessage message) {
    if (message instanceof FileMessage.FileAnswer answer) {
      failures.onAnswer(session, answer);
    }
    connections
        .connectionOf(session)
        .ifPresent(connection -> out.accept(new RankEffect.Send(connection, message)));
  }

  /** A connection ended; its session continues. */
  void onClosed(long connection) {
    connections.onClosed(connection);
  }

  /** Whether sessions of a former holder have not told yet what they have. */
  boolean isReconnecting() {
    return !sessions.awaited().isEmpty();
  }
}
