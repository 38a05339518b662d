package io.pando.osd.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.ClusterId;
import io.pando.message.Message;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A transport that only remembers the messages sent, and delivers those that a test gives it. */
public final class HandWire implements Transport {
  private final List<Peer> peers = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();

  /** From whom nothing is read for now. */
  public final Set<Peer> unread = new LinkedHashSet<>();

  /** Whose streams were cut off. */
  public final List<Peer> disconnected = new ArrayList<>();

  private @Nullable Listener listener;

  /** Whether it has enough to do. */
  public boolean busy;

  @Override
  public void listen(Listener other) {
    listener = other;
  }

  /** Something comes. */
  public void hear(Peer from, Message message) {
    Objects.requireNonNull(listener).onMessage(from, message);
  }

  /** A stream ends. */
  public void reset(Peer peer) {
    Objects.requireNonNull(listener).onReset(peer, "it broke");
  }

  @Override
  public void send(Peer to, Message message) {
    peers.add(to);
    messages.add(message);
  }

  @Override
  public void setReading(Peer peer, boolean reading) {
    if (reading) {
      assertThat(unread.remove(peer)).as("%s was not read", peer).isTrue();
    } else {
      assertThat(unread.add(peer)).as("%s was read", peer).isTrue();
    }
  }

  @Override
  public void join(ClusterId cluster) {}

  @Override
  public void disconnect(Peer peer) {
    disconnected.add(peer);
  }

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

  /** The messages of a kind sent since the last call. */
  public <T extends Message> List<T> messages(Class<T> kind) {
    peers.clear();
    return messages().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The messages sent since the last call. */
  public List<Message> messages() {
    List<Message> taken = List.copyOf(messages);
    messages.clear();
    return taken;
  }
}
