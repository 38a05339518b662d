package io.pando.sim.net;

import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.port.Peer;
import io.pando.sim.world.SimWorld;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An ordered stream between a dialler and an acceptor. The dialler retries until it is answered or
 * times out; the acceptor's process greets it. Then each direction is a {@link StreamDirection}.
 *
 * <p>The two ends of a stream learn independently that it broke, each once, at its own time. The
 * kernel of a silent end probes the other end periodically, as keep-alive does in production.
 */
final class SimStream {
  /** Time limit for connecting and greeting together, as in production. */
  private static final long DIAL_PATIENCE_NANOS = 5_000_000_000L;

  private static final long KNOCK_AGAIN_NANOS = 1_000_000_000L;

  /** Silence after which the other end is probed. */
  private static final long IDLE_NANOS = 10_000_000_000L;

  /** Silence after which the stream is reset. */
  private static final long SILENCE_NANOS = 20_000_000_000L;

  private final SimFabric fabric;
  private final SimWorld world;
  private final Peer.Dialed to;
  private final Socket dialler;
  private final ArrayDeque<Message> early = new ArrayDeque<>();
  private @Nullable Socket acceptor;
  private boolean answered;

  SimStream(SimFabric fabric, SimEndpoint from, Peer.Dialed to) {
    this.fabric = fabric;
    this.world = fabric.world();
    this.to = to;
    this.dialler = new Socket(this, from, to);
    fabric.onOpened(this);
  }

  SimFabric fabric() {
    return fabric;
  }

  void dial() {
    world.at(world.nowNanos() + DIAL_PATIENCE_NANOS, () -> fail("no answer in time"));
    knockLater(0);
  }

  void send(SimEndpoint from, Message message) {
    if (!from.equals(dialler.endpoint())) {
      acceptor().ifPresent(socket -> socket.send(message));
    } else if (answered) {
      dialler.send(message);
    } else {
      early.add(message);
    }
  }

  /** Messages that one end sent and that have not arrived. */
  long underWay(SimEndpoint from) {
    return socketOf(from).map(Socket::underWay).orElse(0L);
  }

  void setReading(SimEndpoint who, boolean reading) {
    socketOf(who).ifPresent(socket -> socket.setReading(reading));
  }

  /** An end leaves without notice; the other end may hear of it. */
  void leave(SimEndpoint who, String reason) {
    socketOf(who).ifPresent(socket -> socket.hangUp(reason));
  }

  /** Whether the stream connects some of these nodes with some of the others. */
  boolean joins(Nodes some, Nodes others) {
    return (some.contains(dialler.node()) && others.contains(to.node()))
        || (some.contains(to.node()) && others.contains(dialler.node()));
  }

  /**
   * The network resets the stream. In most cases both ends are told, at different times; else only
   * one is.
   */
  void reset() {
    List<Socket> ends = new ArrayList<>(List.of(dialler));
    acceptor().ifPresent(ends::add);
    ends.removeIf(end -> !end.isOpen());
    if (ends.size() == 2 && fabric.random().oneIn(3)) {
      ends.remove(fabric.random().nextInt(2));
    }
    ends.forEach(this::resetLater);
  }

  /** If the stream connects these two nodes, the first one gives it up. */
  void giveUp(NodeId who, NodeId other) {
    Socket end = dialler.node().equals(who) ? dialler : acceptor;
    boolean joined =
        dialler.node().equals(who) ? to.node().equals(other) : dialler.node().equals(other);
    if (end != null && joined && end.node().equals(who)) {
      end.giveUp();
    }
  }

  /** The kernels probe silent ends. */
  void probe() {
    Socket accepting = acceptor;
    if (accepting != null) {
      probe(dialler, accepting);
      probe(accepting, dialler);
    }
  }

  private void probe(Socket asking, Socket asked) {
    long silentNanos = world.nowNanos() - asking.heardNanos();
    if (!asking.isOpen() || silentNanos < IDLE_NANOS) {
      return;
    }
    if (!isCut() && !fabric.isDark(asked.node())) {
      asking.onHeard();
      if (!asked.isOpen()) {
        asking.resetBy("connection reset by " + asked.node());
      }
    } else if (silentNanos >= SILENCE_NANOS) {
      asking.resetBy("no message from " + asked.node());
    }
  }

  void onClosed() {
    if (!dialler.isOpen() && (acceptor == null || !acceptor.isOpen())) {
      fabric.onEnded(this);
    }
  }

  private Optional<Socket> acceptor() {
    return Optional.ofNullable(acceptor);
  }

  private Optional<Socket> socketOf(SimEndpoint who) {
    return who.equals(dialler.endpoint()) ? Optional.of(dialler) : acceptor();
  }

  private void resetLater(Socket socket) {
    world.at(world.nowNanos() + fabric.drawDelay(), () -> socket.resetBy("connection lost"));
  }

  private void knockLater(long pauseNanos) {
    long delay = fabric.drawDelay(dialler.node(), to.node());
    world.at(world.nowNanos() + pauseNanos + delay, this::knock);
  }

  private void knock() {
    if (!dialler.isOpen() || acceptor != null) {
      return;
    }
    Address wanted = to.address();
    if (isCut() || fabric.isDark(to.node())) {
      knockLater(KNOCK_AGAIN_NANOS);
      return;
    }
    SimEndpoint.Node target = fabric.at(wanted);
    if (target == null) {
      refuse("no listener at " + wanted.host() + ":" + wanted.port());
    } else {
      target.process().run(() -> greet(target));
    }
  }

  private boolean isCut() {
    return fabric.isCut(dialler.node(), to.node()) || fabric.isCut(to.node(), dialler.node());
  }

  /** Greets the dialler. Runs in the accepting process, which may have been paused for a while. */
  private void greet(SimEndpoint.Node target) {
    if (!dialler.isOpen() || acceptor != null || target.isClosed()) {
      return;
    }
    Optional<String> refusal = target.refuse(dialler.endpoint().hello(to));
    if (refusal.isPresent()) {
      refuse(refusal.get());
      return;
    }
    SimEndpoint endpoint = target.endpoint(to.shard());
    Socket accepting = new Socket(this, endpoint, endpoint.accept(this, dialler.endpoint().node()));
    accepting.connect(new StreamDirection(fabric, accepting, dialler));
    dialler.connect(new StreamDirection(fabric, dialler, accepting));
    acceptor = accepting;
    answerLater();
  }

  private void answerLater() {
    long delay = fabric.drawDelay(to.node(), dialler.node());
    world.at(world.nowNanos() + delay, this::answer);
  }

  /** The welcome arrives; if it does not, the dialler times out. */
  private void answer() {
    if (dialler.isOpen() && !fabric.isCut(to.node(), dialler.node())) {
      answered = true;
      early.forEach(dialler::send);
      early.clear();
    }
  }

  private void refuse(String reason) {
    long delay = fabric.drawDelay(to.node(), dialler.node());
    world.at(
        world.nowNanos() + delay,
        () -> {
          if (!fabric.isCut(to.node(), dialler.node())) {
            fail(reason);
          }
        });
  }

  private void fail(String reason) {
    if (!answered) {
      dialler.resetBy("cannot reach " + to.address() + ": " + reason);
    }
  }
}
