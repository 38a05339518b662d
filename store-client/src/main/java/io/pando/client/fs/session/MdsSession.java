package io.pando.client.fs.session;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.fence.Fence;
import io.pando.fs.session.HeldCapability;
import io.pando.message.FileMessage;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's session with the holder of a rank. It outlives connections and holders.
 *
 * <pre>
 *  Waiting ─ the map has a holder ─▶ Opening ─ SessionOpened ─▶ Open
 *     ▲                                 │ ▲                      │
 *     └── no holder in the map ─────────┤ └─ Resting ◀─ reset ───┤
 *         (from Opening, Resting, Open) └────────▶───────────────┘
 *  each ─ fenced, or closed by the server ─▶ Ended ─ a new number ─▶ Waiting
 *  Open ─ closed by the client ─▶ Closing ─ SessionClosed, reset ─▶ Closed
 * </pre>
 *
 * The lease does not depend on the connection. Once it is over, {@link #isServing} is false until
 * the server has given a new one; {@link MdsSessionEffect.LeaseOver} is reported once. The session
 * is opened once more then, since a server that does not answer may have forgotten it.
 */
public final class MdsSession {
  /** Where the session is. */
  private sealed interface Phase {
    record Waiting() implements Phase {}

    record Resting(long wakeNanos) implements Phase {}

    /**
     * The server was asked to open the session.
     *
     * @param firstNanos when it was asked first over this connection: its answer may be to that
     * @param againNanos when it is asked once more
     */
    record Opening(Holder holder, long firstNanos, long againNanos) implements Phase {}

    record Open(Holder holder, long firstNanos) implements Phase {}

    record Closing(Holder holder) implements Phase {}

    record Ended() implements Phase {}

    record Closed() implements Phase {}
  }

  private final SessionConfig config;
  private final Random64 random;
  private final Consumer<MdsSessionEffect> out;
  private long number;
  private Phase phase = new Phase.Waiting();
  private Lease lease;
  private @Nullable Holder holder;

  /** The server with which the session was open last; null if it never was. */
  private @Nullable Holder last;

  /** Whether the server has sent something in the session, after it was opened. */
  private boolean heard;

  /**
   * When the server was asked over this connection to open the session, and has not answered. It
   * answers in order, so an answer that comes late does not begin the lease of a later question.
   */
  private final Deque<Long> asked = new ArrayDeque<>();

  private int failures;
  private long epoch;

  /**
   * No connection and no lease.
   *
   * @param number of the session, the same as of the client's operations on objects
   * @param out takes effects; must not call the session
   */
  public MdsSession(
      SessionConfig config, long number, Random64 random, Consumer<MdsSessionEffect> out) {
    this.config = config;
    this.number = number;
    this.random = random;
    this.out = out;
    this.lease = new Lease(config.marginNanos());
  }

  /** There is a newer map; others are ignored. */
  public void onMap(long nowNanos, ClusterMap map) {
    if (map.epoch() <= epoch) {
      return;
    }
    epoch = map.epoch();
    Fence fence = map.fences().of(number);
    if (fence != null && !(phase instanceof Phase.Closed)) {
      Probe.reached("files: the session is fenced");
      end("it is fenced (%s)".formatted(fence.reason()));
    }
    Optional<Holder> found = Holder.of(map, config.system(), config.rank());
    Holder before = holder;
    holder = found.orElse(null);
    switch (phase) {
      case Phase.Waiting _ -> open(nowNanos);
      case Phase.Resting _ -> {
        if (before == null || found.isEmpty() || !found.get().isSameServer(before)) {
          failures = 0;
          open(nowNanos);
        }
      }
      case Phase.Opening(Holder at, long firstNanos, long againNanos) -> {
        if (found.isPresent() && found.get().isSameServer(at)) {
          phase = new Phase.Opening(found.get(), firstNanos, againNanos);
        } else {
          moveFrom(nowNanos, at);
        }
      }
      case Phase.Open(Holder at, long firstNanos) -> {
        if (found.isPresent() && found.get().isSameServer(at)) {
          phase = new Phase.Open(found.get(), firstNanos);
          if (!at.serves() && found.get().serves()) {
            out.accept(new MdsSessionEffect.Serving());
          }
        } else {
          moveFrom(nowNanos, at);
        }
      }
      case Phase.Closing(Holder at) -> {
        if (found.isEmpty() || !found.get().isSameServer(at)) {
          close();
        }
      }
      case Phase.Ended _, Phase.Closed _ -> {}
    }
  }

  private void moveFrom(long nowNanos, Holder at) {
    Holder to = holder;
    if (to == null || !to.isSameServer(at)) {
      Probe.reached("files: the rank has another holder, or none");
      asked.clear();
      disconnect();
      failures = 0;
      open(nowNanos);
    }
  }

  private void open(long nowNanos) {
    Holder to = holder;
    if (to == null) {
      phase = new Phase.Waiting();
      return;
    }
    open(nowNanos, to, nowNanos);
  }

  private void open(long nowNanos, Holder to, long firstNanos) {
    phase = new Phase.Opening(to, firstNanos, nowNanos + config.openNanos());
    asked.addLast(nowNanos);
    send(to, new FileMessage.OpenSession(number, config.system(), config.rank(), config.client()));
  }

  private void disconnect() {
    lease.onDisconnected();
    out.accept(new MdsSessionEffect.Disconnected());
  }

  /** The server has sent one of the messages about the session itself. */
  public void onMessage(long nowNanos, Peer from, FileMessage message) {
    switch (message) {
      case FileMessage.SessionOpened opened -> onOpened(nowNanos, from, opened);
      case FileMessage.SessionRenewed renewed -> {
        if (isConnectedTo(from)) {
          lease.onRenewed(renewed.sequence(), renewed.leaseNanos());
        }
      }
      case FileMessage.SessionClosed closed -> onClosed(from, closed);
      default -> throw Invariant.unreachable("not about a session: " + message);
    }
  }

  /** The session is open; a second time, if the server was asked twice. */
  private void onOpened(long nowNanos, Peer from, FileMessage.SessionOpened opened) {
    switch (phase) {
      case Phase.Opening(Holder at, long firstNanos, long _) -> {
        if (at.peer().equals(from)) {
          onOpened(nowNanos, opened, new Phase.Open(at, firstNanos));
        }
      }
      case Phase.Open open -> {
        if (open.holder().peer().equals(from)) {
          onOpened(nowNanos, opened, open);
        }
      }
      default -> {
        // The server is not asked any more.
      }
    }
  }

  private void onOpened(long nowNanos, FileMessage.SessionOpened opened, Phase.Open open) {
    Holder at = open.holder();
    Holder before = last;
    // A session of which the server sent nothing is fresh until the server has heard of the client.
    boolean lost = opened.fresh() && before != null && (heard || !lease.isValid(nowNanos));
    heard &= !opened.fresh();
    if (lost) {
      Probe.reached("files: the server does not know the session any more");
      lease = new Lease(config.marginNanos());
    }
    Long askedNanos = asked.pollFirst();
    if (opened.fresh()) {
      // Several questions before the session was durable have one answer.
      asked.clear();
    }
    lease.begin(askedNanos == null ? open.firstNanos() : askedNanos, opened.leaseNanos());
    failures = 0;
    last = at;
    phase = open;
    boolean same = before != null && before.incarnation().equals(at.incarnation());
    out.accept(new MdsSessionEffect.Opened(opened, same, lost));
    if (at.serves()) {
      out.accept(new MdsSessionEffect.Serving());
    }
  }

  private void onClosed(Peer from, FileMessage.SessionClosed closed) {
    if (phase instanceof Phase.Closing(Holder at) && at.peer().equals(from)) {
      close();
    } else if (isConnectedTo(from)
        || (phase instanceof Phase.Opening(Holder at, long _, long _) && at.peer().equals(from))) {
      end(closed.reason().isEmpty() ? "the server closed it" : closed.reason());
    }
  }

  /** The server has sent something in the session. */
  public void onHeard() {
    heard = true;
  }

  /** The stream to a peer ended. */
  public void onReset(long nowNanos, Peer peer) {
    switch (phase) {
      case Phase.Opening(Holder at, long _, long _) -> onReset(nowNanos, peer, at);
      case Phase.Open(Holder at, long _) -> onReset(nowNanos, peer, at);
      case Phase.Closing(Holder at) -> {
        if (at.peer().equals(peer)) {
          close();
        }
      }
      case Phase.Waiting _, Phase.Resting _, Phase.Ended _, Phase.Closed _ -> {}
    }
  }

  private void onReset(long nowNanos, Peer peer, Holder at) {
    if (at.peer().equals(peer)) {
      failures++;
      asked.clear();
      phase = new Phase.Resting(nowNanos + config.reopen().delayNanos(failures, random));
      disconnect();
    }
  }

  /** Time has passed: called before every other input, and at {@link #wakeNanos}. */
  public void onTime(long nowNanos) {
    if (lease.endNanos() <= nowNanos) {
      Probe.reached("files: the lease is over");
      lease.stop();
      out.accept(new MdsSessionEffect.LeaseOver());
      if (phase instanceof Phase.Open(Holder at, long _)) {
        // The server answers no renewal: perhaps it does not know the session any more.
        disconnect();
        open(nowNanos, at, nowNanos);
      }
    }
    switch (phase) {
      case Phase.Resting(long wakeNanos) -> {
        if (wakeNanos <= nowNanos) {
          open(nowNanos);
        }
      }
      case Phase.Opening(Holder at, long firstNanos, long againNanos) -> {
        if (againNanos <= nowNanos) {
          open(nowNanos, at, firstNanos);
        }
      }
      case Phase.Open(Holder at, long _) -> {
        if (lease.renewAtNanos() <= nowNanos) {
          send(at, new FileMessage.RenewSession(lease.renew(nowNanos)));
        }
      }
      case Phase.Waiting _, Phase.Closing _, Phase.Ended _, Phase.Closed _ -> {}
    }
  }

  /** When {@link #onTime} is due; the largest number if nothing is. */
  public long wakeNanos() {
    long next =
        switch (phase) {
          case Phase.Resting(long wakeNanos) -> wakeNanos;
          case Phase.Opening(Holder _, long _, long againNanos) -> againNanos;
          case Phase.Open _ -> lease.renewAtNanos();
          default -> Long.MAX_VALUE;
        };
    return Math.min(next, lease.endNanos());
  }

  private void end(String reason) {
    if (phase instanceof Phase.Ended) {
      return;
    }
    boolean connected = phase instanceof Phase.Open;
    phase = new Phase.Ended();
    asked.clear();
    lease = new Lease(config.marginNanos());
    last = null;
    heard = false;
    if (connected) {
      disconnect();
    }
    out.accept(new MdsSessionEffect.Ended(reason));
  }

  /**
   * Continues with a new session after {@link MdsSessionEffect.Ended}.
   *
   * @param newNumber number of the new session
   */
  public void begin(long nowNanos, long newNumber) {
    Invariant.check(phase instanceof Phase.Ended, "a number for a session that has one");
    number = newNumber;
    failures = 0;
    open(nowNanos);
  }

  /** Closes the session: nothing is unwritten, and nothing cached is used any more. */
  public void shutDown() {
    lease.stop();
    if (phase instanceof Phase.Open(Holder at, long _)) {
      phase = new Phase.Closing(at);
      send(at, new FileMessage.CloseSession());
    } else if (!(phase instanceof Phase.Closing)) {
      close();
    }
  }

  private void close() {
    phase = new Phase.Closed();
    lease.stop();
    out.accept(new MdsSessionEffect.Closed());
  }

  private void send(Holder to, FileMessage message) {
    out.accept(new MdsSessionEffect.Send(to.peer(), message));
  }

  /** Sends a message, if the session is open; otherwise the message is lost. */
  public void send(FileMessage message) {
    if (phase instanceof Phase.Open(Holder at, long _)) {
      send(at, message);
    }
  }

  /** Tells the server what this client holds; another {@link FileMessage.Reconnect} ends it. */
  public void sendHeld(List<HeldCapability> held, int most) {
    for (int from = 0; from < held.size(); from += most) {
      int to = Math.min(held.size(), from + most);
      send(new FileMessage.Reconnect(List.copyOf(held.subList(from, to)), true));
    }
  }

  /** Whether the session is open over a connection to this peer. */
  public boolean isConnectedTo(Peer peer) {
    return phase instanceof Phase.Open(Holder at, long _) && at.peer().equals(peer);
  }

  /** Whether there is a connection over which the session is open. */
  public boolean isConnected() {
    return phase instanceof Phase.Open;
  }

  /** Whether new requests may be sent. */
  public boolean takesRequests() {
    return phase instanceof Phase.Open(Holder at, long _) && at.serves();
  }

  /** Whether the client may use what it has. */
  public boolean isServing(long nowNanos) {
    return lease.isValid(nowNanos);
  }

  /** For how long the client may use what it has; 0 if it may not. */
  public long servingNanos(long nowNanos) {
    return lease.isValid(nowNanos) ? lease.endNanos() - nowNanos : 0;
  }

  /** Whether the session is over for good. */
  public boolean isClosed() {
    return phase instanceof Phase.Closing || phase instanceof Phase.Closed;
  }

  /** The number of the newest renewal, as a mark in the stream of messages to the server. */
  public long newestRenewal() {
    return lease.lastSequence();
  }

  /** For people who look for a fault. */
  @Override
  public String toString() {
    return phase + ", lease until " + lease.endNanos();
  }
}
