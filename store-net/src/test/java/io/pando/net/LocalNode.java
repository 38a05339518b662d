package io.pando.net;

import io.pando.check.Invariant;
import io.pando.id.Address;
import io.pando.net.metrics.ResetReason;
import io.pando.net.metrics.StreamCounts;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.wire.Greeting;
import io.pando.wire.HelloCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A node of a {@link LocalNetwork}. */
final class LocalNode implements Network.Node {
  private final LocalNetwork network;
  private final HelloCheck helloCheck;
  private final List<Endpoint> endpoints;
  private final @Nullable Address address;

  LocalNode(
      LocalNetwork network,
      Network.Self self,
      List<? extends EventLoop> shards,
      @Nullable Address address) {
    this.network = network;
    this.helloCheck = new HelloCheck(self, shards.size());
    this.address = address;
    this.endpoints =
        shards.stream()
            .map(loop ->
                new Endpoint(
                    self, loop, network.limits(), network.memory(), new StreamCounts(), this::dial))
            .toList();
  }

  @Override
  public List<? extends Transport> endpoints() {
    return endpoints;
  }

  @Override
  public @Nullable Address address() {
    return address;
  }

  private Link dial(Endpoint from, Peer.Dialed to) {
    LocalLink link = new LocalLink(from, to);
    Network.Self self = from.self();
    Greeting.Hello hello =
        new Greeting.Hello(
            self.cluster(), self.node(), self.nonce(), to.node(), to.nonce(), to.shard());
    from.loop().execute(() -> network.greet(hello, to, link));
    return link;
  }

  /** A dialler asks for a stream to this node; called on the dialler's loop. */
  void greeted(Greeting.Hello hello, LocalLink dialler) {
    Optional<String> refusal = helloCheck.refusal(hello);
    if (refusal.isPresent()) {
      dialler.breakOff(ResetReason.UNREACHABLE, "refused: " + refusal.get());
      return;
    }
    Endpoint endpoint = endpoints.get(hello.shard());
    endpoint.loop().execute(() -> accept(endpoint, hello, dialler));
  }

  private static void accept(Endpoint endpoint, Greeting.Hello hello, LocalLink dialler) {
    if (endpoint.closed()) {
      dialler
          .endpoint()
          .loop()
          .execute(() -> dialler.breakOff(ResetReason.CLOSED, "closed by the other side"));
      return;
    }
    LocalLink accepted = new LocalLink(endpoint, endpoint.nextSession(hello, ""));
    endpoint.accepted(accepted);
    accepted.connect(dialler);
    dialler.endpoint().loop().execute(() -> dialler.connect(accepted));
  }

  @Override
  public void close() {
    if (!network.detach(this)) {
      return;
    }
    CountDownLatch closed = new CountDownLatch(endpoints.size());
    for (Endpoint endpoint : endpoints) {
      endpoint
          .loop()
          .execute(() -> {
            endpoint.close();
            closed.countDown();
          });
    }
    Invariant.check(
        UninterruptibleWait.until(closed), "a loop of a network that is open does not answer");
  }
}
