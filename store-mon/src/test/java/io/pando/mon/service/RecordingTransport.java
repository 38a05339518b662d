package io.pando.mon.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.ClusterId;
import io.pando.message.Message;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps the messages sent. */
final class RecordingTransport implements Transport {
  private final List<Sent> sent = new ArrayList<>();
  private final List<Peer> disconnected = new ArrayList<>();
  private @Nullable Listener listener;

  private record Sent(Peer to, Message message) {}

  Listener listener() {
    assertThat(listener).isNotNull();
    return Objects.requireNonNull(listener);
  }

  /** Takes the messages sent to a peer since the last call. */
  List<Message> takeSentTo(Peer peer) {
    List<Message> messages =
        sent.stream().filter(s -> s.to().equals(peer)).map(Sent::message).toList();
    sent.removeIf(s -> s.to().equals(peer));
    return messages;
  }

  List<Peer> disconnected() {
    return disconnected;
  }

  @Override
  public void listen(Listener newListener) {
    listener = newListener;
  }

  @Override
  public void send(Peer to, Message message) {
    sent.add(new Sent(to, message));
  }

  @Override
  public void join(ClusterId cluster) {}

  @Override
  public void setReading(Peer peer, boolean reading) {}

  @Override
  public void disconnect(Peer peer) {
    disconnected.add(peer);
  }
}
