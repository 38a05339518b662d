package io.pando.net;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.pando.id.Address;
import io.pando.net.memory.ReceiveMemory;
import io.pando.net.metrics.StreamCounts;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Transport;
import io.pando.proto.FormatException;
import io.pando.wire.Greeting;
import io.pando.wire.HelloCheck;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node of a {@link NettyNetwork}: its endpoints and its listening socket. */
final class NettyNode implements Network.Node {
  private static final Logger LOG = LoggerFactory.getLogger(NettyNode.class);

  private final NettyNetwork network;
  private final HelloCheck helloCheck;
  private final List<Endpoint> endpoints;
  private final Connections callers;
  private final StreamCounts counts = new StreamCounts();
  private final Set<Channel> greeting = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Channel listening;
  private volatile @Nullable Address address;

  NettyNode(NettyNetwork network, Network.Self self, List<? extends EventLoop> shards) {
    this.network = network;
    this.helloCheck = new HelloCheck(self, shards.size());
    this.callers = new Connections(network.limits().callers());
    this.endpoints =
        shards.stream()
            .map(loop ->
                new Endpoint(
                    self,
                    loop,
                    network.limits(),
                    network.memory(),
                    counts,
                    (endpoint, to) -> Dialling.dial(network, endpoint, to, address)))
            .toList();
  }

  void listen(Network.Listen listen) throws IOException {
    InetSocketAddress where = new InetSocketAddress(listen.host(), listen.port());
    String place = listen.host() + ":" + listen.port();
    if (where.isUnresolved()) {
      throw new IOException("cannot listen on " + place + ": unknown host");
    }
    NettyLoop loop = loop(endpoints.getFirst());
    ChannelFuture binding = network.bind(this, loop, where).awaitUninterruptibly();
    Throwable cause = binding.cause();
    if (cause != null) {
      throw new IOException("cannot listen on " + place + ": " + cause.getMessage(), cause);
    }
    Network.Self self = helloCheck.self();
    listening = binding.channel();
    int port = ((InetSocketAddress) binding.channel().localAddress()).getPort();
    address = new Address(self.node(), self.nonce(), listen.host(), port);
  }

  /** Counts a connection that has not been welcomed yet. Returns the reason if it is refused. */
  Optional<String> greets(Channel channel) {
    greeting.add(channel);
    channel.closeFuture().addListener(closed -> greeting.remove(channel));
    String host = Sockets.host(channel);
    Optional<String> refusal = callers.enter(host);
    if (refusal.isEmpty()) {
      channel.closeFuture().addListener(closed -> callers.leave(host));
    }
    return refusal;
  }

  /**
   * The reason to refuse the dialler, if there is one. Otherwise the connection counts under the
   * dialler's name until it ends.
   */
  Optional<String> refusal(Greeting.Hello hello, Channel channel) {
    Optional<String> refusal = helloCheck.refusal(hello).or(() -> callers.enter(hello.self()));
    if (refusal.isEmpty()) {
      channel.closeFuture().addListener(closed -> callers.leave(hello.self()));
    }
    return refusal;
  }

  /** The channel is past its greeting: it has become a stream or has failed. */
  void greeted(Channel channel) {
    greeting.remove(channel);
  }

  /** Makes the channel a stream; called on the endpoint's loop. */
  void welcome(Endpoint endpoint, Channel channel, Greeting.Hello hello) {
    greeted(channel);
    if (endpoint.closed()) {
      Sockets.close(channel);
      return;
    }
    SocketLink link =
        new SocketLink(
            endpoint,
            endpoint.nextSession(hello, Sockets.host(channel)),
            network.badBytes(),
            network.sender());
    endpoint.accepted(link);
    Sockets.greet(channel, new Greeting.Welcome(endpoint.self().nonce()));
    link.opened(channel);
  }

  void badBytes(Channel channel, FormatException e) {
    network.badBytes().onBadBytes(Sockets.host(channel), "an unknown peer", e);
  }

  NetworkLimits limits() {
    return network.limits();
  }

  Endpoint endpoint(int shard) {
    return endpoints.get(shard);
  }

  NettyLoop loop(Endpoint endpoint) {
    return network.loop(endpoint.loop());
  }

  @Override
  public List<? extends Transport> endpoints() {
    return endpoints;
  }

  @Override
  public @Nullable Address address() {
    return address;
  }

  @Override
  public void bind(MeterRegistry registry) {
    counts.bind(registry);
    Gauge.builder(
            "pando.network.receive.memory", network.memory().receiveMemory(), ReceiveMemory::bytes)
        .baseUnit("bytes")
        .description("Memory of messages of which a part has arrived, in all of the process")
        .register(registry);
  }

  @Override
  public void close() {
    if (!network.detach(this)) {
      return;
    }
    Channel socket = listening;
    if (socket != null) {
      socket.close().awaitUninterruptibly();
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
    if (!UninterruptibleWait.until(closed)) {
      LOG.warn("An event loop of {} does not answer; closing continues", helloCheck.self().node());
    }
    greeting.forEach(Sockets::close);
  }
}
