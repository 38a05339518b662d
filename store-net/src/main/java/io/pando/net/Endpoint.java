package io.pando.net;

import io.pando.check.Invariant;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.net.frame.FrameWatch;
import io.pando.net.memory.ProcessMemory;
import io.pando.net.metrics.PeerCounts;
import io.pando.net.metrics.StreamCounts;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.wire.Frame;
import io.pando.wire.FrameCodec;
import io.pando.wire.Greeting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A node on one of its event loops: its streams to and from others. */
final class Endpoint implements Transport {
  /** Opens streams to other nodes. */
  interface Dialer {
    /** A stream that opens itself. */
    Link dial(Endpoint endpoint, Peer.Dialed to);
  }

  private static final int KEPT_BYTES = 64 << 10;

  private Network.Self self;
  private final EventLoop loop;
  private final NetworkLimits limits;
  private final ProcessMemory memory;
  private final StreamCounts counts;
  private final FrameWatch watch;
  private final Dialer dialer;
  private final Map<Peer, Link> links = new LinkedHashMap<>();
  private volatile @Nullable Listener listener;
  private @Nullable Message lastSent;
  private @Nullable Frame lastFrame;
  private long sessions;
  private boolean closed;

  Endpoint(
      Network.Self self,
      EventLoop loop,
      NetworkLimits limits,
      ProcessMemory memory,
      StreamCounts counts,
      Dialer dialer) {
    this.self = self;
    this.loop = loop;
    this.limits = limits;
    this.memory = memory;
    this.counts = counts;
    this.watch = new FrameWatch(loop, limits.patience());
    this.dialer = dialer;
  }

  Network.Self self() {
    return self;
  }

  EventLoop loop() {
    return loop;
  }

  NetworkLimits limits() {
    return limits;
  }

  ProcessMemory memory() {
    return memory;
  }

  /** Counts of streams to and from the nodes of a role. */
  PeerCounts counts(NodeId.Role role) {
    return counts.of(role);
  }

  /** The watch over frames that arrive slowly. */
  FrameWatch watch() {
    return watch;
  }

  boolean hasListener() {
    return listener != null;
  }

  boolean closed() {
    return closed;
  }

  @Override
  public void listen(Listener newListener) {
    Invariant.check(listener == null, () -> "an endpoint of " + self.node() + " listens twice");
    listener = newListener;
    loop.execute(() -> links.values().forEach(Link::readingChanged));
  }

  @Override
  public void send(Peer to, Message message) {
    Link link = links.get(to);
    if (link == null && to instanceof Peer.Dialed dialed && !closed) {
      link = dialer.dial(this, dialed);
      links.put(dialed, link);
    }
    if (link != null) {
      link.send(message);
    }
  }

  /**
   * Encodes a message as a frame. A message that is sent to several peers in succession is encoded
   * once. A large frame is not cached: encoding costs little compared with copying its data.
   */
  @SuppressWarnings("ReferenceEquality")
  Frame encode(Message message, long sequence) {
    Frame known = lastFrame;
    if (known != null && message == lastSent) {
      return FrameCodec.again(known, sequence);
    }
    Frame frame = FrameCodec.MESSAGES.encode(message, sequence);
    boolean small = frame.sizeBytes() <= KEPT_BYTES;
    lastSent = small ? message : null;
    lastFrame = small ? frame : null;
    return frame;
  }

  @Override
  public void setReading(Peer peer, boolean reading) {
    Link link = links.get(peer);
    if (link != null) {
      link.setReading(reading);
    }
  }

  @Override
  public boolean isBusy() {
    return memory.unsent().isBusy();
  }

  @Override
  public void disconnect(Peer peer) {
    Link link = links.remove(peer);
    if (link != null) {
      link.end();
    }
  }

  @Override
  public void join(ClusterId cluster) {
    self = self.in(cluster);
  }

  /**
   * Names the session of a node that dials this one.
   *
   * @param host address of the other end; empty within the process
   */
  Peer.Session nextSession(Greeting.Hello hello, String host) {
    return new Peer.Session(hello.self(), hello.nonce(), sessions++, host);
  }

  void accepted(Link link) {
    links.put(link.peer(), link);
  }

  void received(Peer from, Message message) {
    Listener hears = listener;
    if (hears != null && !closed) {
      hears.onMessage(from, message);
    }
  }

  void broken(Link link, String reason) {
    boolean known = links.remove(link.peer(), link);
    Listener hears = listener;
    if (known && hears != null && !closed) {
      hears.onReset(link.peer(), reason);
    }
  }

  void close() {
    closed = true;
    new ArrayList<>(links.values()).forEach(Link::end);
    links.clear();
  }
}
