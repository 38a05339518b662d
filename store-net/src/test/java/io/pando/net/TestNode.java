package io.pando.net;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.check.Invariant;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A node that writes down what it hears, and does what it is told on its loops. */
final class TestNode implements AutoCloseable {
  static final ClusterId CLUSTER = new ClusterId(new UUID(1, 2));

  /** A message that was received. */
  record Heard(int shard, Peer peer, Message message, Thread thread) {
    String stream() {
      return shard + "/" + peer;
    }
  }

  /** A stream that ended. */
  record Reset(int shard, Peer peer, String reason) {
    String stream() {
      return shard + "/" + peer;
    }
  }

  private final List<? extends EventLoop> loops;
  private final Network.Node node;
  private final List<Heard> heard = new ArrayList<>();
  private final List<Reset> resets = new CopyOnWriteArrayList<>();
  private volatile BiConsumer<Peer, Message> reaction = (peer, message) -> {};

  TestNode(Network network, Network.Self self, int shards, Network.@Nullable Listen listen)
      throws IOException {
    List<EventLoop> chosen = new ArrayList<>();
    for (int i = 0; i < shards; i++) {
      chosen.add(network.loops().get(i % network.loops().size()));
    }
    this.loops = chosen;
    this.node = network.attach(self, chosen, listen);
    for (int i = 0; i < shards; i++) {
      transport(i).listen(new Ear(i));
    }
  }

  static Network.Self osd(int number, long nonce) {
    return new Network.Self(CLUSTER, new NodeId(NodeId.Role.OSD, number), nonce);
  }

  static Network.Self client(int number) {
    return new Network.Self(CLUSTER, new NodeId(NodeId.Role.CLIENT, number), number + 1000L);
  }

  static TestNode listening(Network network, Network.Self self) throws IOException {
    return new TestNode(network, self, 2, new Network.Listen("127.0.0.1", 0));
  }

  static TestNode dialling(Network network, Network.Self self) throws IOException {
    return new TestNode(network, self, 2, null);
  }

  private final class Ear implements Transport.Listener {
    private final int shard;

    Ear(int shard) {
      this.shard = shard;
    }

    @Override
    public void onMessage(Peer from, Message message) {
      synchronized (heard) {
        heard.add(new Heard(shard, from, message, Thread.currentThread()));
      }
      reaction.accept(from, message);
    }

    @Override
    public void onReset(Peer peer, String reason) {
      resets.add(new Reset(shard, peer, reason));
    }
  }

  Transport transport(int shard) {
    return node.endpoints().get(shard);
  }

  EventLoop loop(int shard) {
    return loops.get(shard);
  }

  Address address() {
    return Invariant.present(node.address(), () -> "it does not listen");
  }

  Peer.Dialed at(int shard) {
    return new Peer.Dialed(address(), shard);
  }

  /** From now on, on the loop that hears. */
  void onMessage(BiConsumer<Peer, Message> newReaction) {
    reaction = newReaction;
  }

  void send(int shard, Peer to, Message message) {
    loop(shard).execute(() -> transport(shard).send(to, message));
  }

  /** Does something on a loop and waits for it. */
  <T> T on(int shard, Supplier<T> action) {
    return CompletableFuture.supplyAsync(action, loop(shard)).join();
  }

  /** Does something on a loop and waits for it. */
  void run(int shard, Runnable action) {
    CompletableFuture.runAsync(action, loop(shard)).join();
  }

  List<Heard> heard() {
    synchronized (heard) {
      return List.copyOf(heard);
    }
  }

  int heardCount() {
    synchronized (heard) {
      return heard.size();
    }
  }

  List<Message> messages() {
    return heard().stream().map(Heard::message).toList();
  }

  /** A registry with the meters of the node's streams. */
  MeterRegistry meters() {
    MeterRegistry registry = new SimpleMeterRegistry();
    node.bind(registry);
    return registry;
  }

  List<Reset> resets() {
    return resets;
  }

  void awaitHeard(int count) {
    await().atMost(Duration.ofSeconds(60)).until(() -> heardCount() >= count);
  }

  void awaitResets(int count) {
    await().atMost(Duration.ofSeconds(60)).until(() -> resets.size() >= count);
  }

  @Override
  public void close() {
    node.close();
  }
}
