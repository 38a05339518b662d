package io.pando.sim;

import io.pando.check.Invariant;
import io.pando.id.Address;
import io.pando.message.Message;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One endpoint of a simulated node. */
final class SimTransport implements Transport {
  private final SimFabric fabric;
  private final SimProcess process;
  private final EventLoop loop;
  private final SimNode node;
  private final Map<Peer, SimStream> streams = new LinkedHashMap<>();
  private @Nullable Listener listener;
  private long sessions;
  private boolean closed;

  SimTransport(SimFabric fabric, SimProcess process, EventLoop loop, SimNode node) {
    this.fabric = fabric;
    this.process = process;
    this.loop = loop;
    this.node = node;
  }

  @Override
  public void listen(Listener newListener) {
    Invariant.check(listener == null, "a transport has one listener");
    listener = newListener;
  }

  @Override
  public void send(Peer to, Message message) {
    if (closed) {
      return;
    }
    SimStream stream = streams.get(to);
    if (stream == null) {
      if (!(to instanceof Peer.Dialed dialed)) {
        return;
      }
      stream = dial(dialed);
    }
    stream.send(this, message);
  }

  @Override
  public void setReading(Peer peer, boolean reading) {
    SimStream stream = streams.get(peer);
    if (stream != null) {
      stream.setReading(this, reading);
    }
  }

  @Override
  public void disconnect(Peer peer) {
    SimStream stream = streams.remove(peer);
    if (stream != null) {
      stream.leave(this, node.self().node() + " hung up");
    }
  }

  SimFabric fabric() {
    return fabric;
  }

  SimNode node() {
    return node;
  }

  SimProcess process() {
    return process;
  }

  EventLoop loop() {
    return loop;
  }

  /** Somebody dialled: the name of its session here. */
  Peer.Session accept(SimStream stream, SimTransport dialler) {
    Peer.Session session =
        new Peer.Session(dialler.node.self().node(), dialler.node.self().nonce(), ++sessions);
    streams.put(session, stream);
    return session;
  }

  void deliver(Peer from, Message message) {
    if (!closed && listener != null) {
      fabric.world().note(from.node() + " > " + node.self().node() + "  " + SimText.of(message));
      listener.onMessage(from, message);
    }
  }

  void reset(Peer peer, String reason) {
    if (streams.remove(peer) != null && !closed && listener != null) {
      fabric.world().note("reset " + node.self().node() + " - " + peer.node() + ": " + reason);
      listener.onReset(peer, reason);
    }
  }

  /** The network loses every stream. */
  void cutAll() {
    new ArrayList<>(streams.values()).forEach(SimStream::cut);
  }

  void breakAll() {
    closed = true;
    for (SimStream stream : new ArrayList<>(streams.values())) {
      stream.leave(this, node.self().node() + " is gone");
    }
    streams.clear();
  }

  private SimStream dial(Peer.Dialed to) {
    SimStream stream = new SimStream(this, to);
    streams.put(to, stream);
    fabric
        .world()
        .at(fabric.world().nowNanos() + fabric.drawDelay(), process, () -> connect(stream, to));
    return stream;
  }

  private void connect(SimStream stream, Peer.Dialed to) {
    Address wanted = to.address();
    SimNode target = fabric.at(wanted);
    if (target == null) {
      stream.fail("nobody listens at " + wanted.host() + ":" + wanted.port());
      return;
    }
    Optional<String> refusal = target.refuse(node.self(), wanted, to.shard());
    if (refusal.isPresent()) {
      stream.fail(refusal.get());
    } else {
      stream.connected(target.endpoint(to.shard()));
    }
  }
}
