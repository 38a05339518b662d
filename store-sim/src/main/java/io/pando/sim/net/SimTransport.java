package io.pando.sim.net;

import io.pando.check.Invariant;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.probe.Limit;
import io.pando.wire.Greeting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One endpoint of a simulated node. */
final class SimTransport implements Transport, SimEndpoint {
  private static final Limit SOCKETS_HOLD =
      Limit.of("simulated network: messages that sockets hold", 1, 64);

  private final SimFabric fabric;
  private final EventLoop loop;
  private final SimNode node;
  private final Map<Peer, SimStream> streams = new LinkedHashMap<>();
  private @Nullable Listener listener;
  private @Nullable ClusterId cluster;
  private long sessions;
  private boolean closed;

  SimTransport(SimFabric fabric, EventLoop loop, SimNode node) {
    this.fabric = fabric;
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
      stream = new SimStream(fabric, this, dialed);
      streams.put(to, stream);
      stream.dial();
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

  /** Whether more messages to clients are in flight than sockets hold. */
  @Override
  public boolean isBusy() {
    long underWay = 0;
    for (Map.Entry<Peer, SimStream> stream : streams.entrySet()) {
      if (stream.getKey().node().role() == NodeId.Role.CLIENT) {
        underWay += stream.getValue().underWay(this);
      }
    }
    return underWay > SOCKETS_HOLD.value();
  }

  @Override
  public void disconnect(Peer peer) {
    SimStream stream = streams.remove(peer);
    if (stream != null) {
      stream.leave(this, node.self().node() + " hung up");
    }
  }

  @Override
  public void join(ClusterId joined) {
    cluster = joined;
  }

  @Override
  public Greeting.Hello hello(Peer.Dialed to) {
    Network.Self self = node.self();
    return new Greeting.Hello(
        cluster == null ? self.cluster() : cluster,
        self.node(),
        self.nonce(),
        to.node(),
        to.nonce(),
        to.shard());
  }

  @Override
  public SimNode node() {
    return node;
  }

  @Override
  public EventLoop loop() {
    return loop;
  }

  @Override
  public Peer.Session accept(SimStream stream, Node dialler) {
    Network.Self self = dialler.self();
    Peer.Session session = new Peer.Session(self.node(), self.nonce(), ++sessions, dialler.host());
    streams.put(session, stream);
    return session;
  }

  @Override
  public void deliver(Peer from, Message message) {
    if (!closed && listener != null) {
      fabric.noteDelivery(from.node(), node.self().node(), message);
      listener.onMessage(from, message);
    }
  }

  @Override
  public void onReset(Peer peer, SimStream stream, String reason) {
    if (!closed && streams.remove(peer, stream) && listener != null) {
      fabric.world().note("reset " + node.self().node() + " - " + peer.node() + ": " + reason);
      listener.onReset(peer, reason);
    }
  }

  void breakAll() {
    closed = true;
    for (SimStream stream : new ArrayList<>(streams.values())) {
      stream.leave(this, node.self().node() + " is gone");
    }
    streams.clear();
  }
}
