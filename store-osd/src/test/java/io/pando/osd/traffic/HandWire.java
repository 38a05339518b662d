package io.pando.osd.traffic;

import io.pando.id.ClusterId;
import io.pando.message.Message;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.ArrayList;
import java.util.List;

/** A transport that only remembers what was sent. */
public final class HandWire implements Transport {
  private final List<Peer> peers = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();

  /** Whether it has enough to do. */
  public boolean busy;

  @Override
  public void listen(Listener listener) {}

  @Override
  public void send(Peer to, Message message) {
    peers.add(to);
    messages.add(message);
  }

  @Override
  public void setReading(Peer peer, boolean reading) {}

  @Override
  public void join(ClusterId cluster) {}

  @Override
  public void disconnect(Peer peer) {}

  @Override
  public boolean isBusy() {
    return busy;
  }

  /** To whom something was sent since this was asked last. */
  public List<Peer> peers() {
    List<Peer> taken = List.copyOf(peers);
    peers.clear();
    return taken;
  }

  /** What was sent since this was asked last. */
  public List<Message> messages() {
    List<Message> taken = List.copyOf(messages);
    messages.clear();
    return taken;
  }
}
