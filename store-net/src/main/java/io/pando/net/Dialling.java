package io.pando.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.pando.id.Address;
import io.pando.net.frame.FrameReader;
import io.pando.net.metrics.ResetReason;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.proto.FormatException;
import io.pando.wire.Greeting;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Opens a stream: connects, sends the hello, waits for the welcome. */
final class Dialling extends ChannelInboundHandlerAdapter {
  private final NettyNetwork network;
  private final SocketLink link;
  private final Peer.Dialed to;
  private final EventLoop.Timer deadline;
  private final FrameReader<Greeting> reader = Sockets.greetings();

  private Dialling(NettyNetwork network, SocketLink link, Peer.Dialed to) {
    this.network = network;
    this.link = link;
    this.to = to;
    int millis = link.endpoint().limits().patience().dialMillis();
    this.deadline =
        link.endpoint()
            .loop()
            .schedule(millis * 1_000_000L, () -> fail("no answer within " + millis + " ms"));
  }

  /**
   * Opens a stream.
   *
   * @param own address at which the node listens; null if it does not listen
   */
  static Link dial(NettyNetwork network, Endpoint endpoint, Peer.Dialed to, @Nullable Address own) {
    SocketLink link = new SocketLink(endpoint, to, network.badBytes(), network.sender());
    Dialling dialling = new Dialling(network, link, to);
    Address address = to.address();
    network
        .names()
        .find(
            address.host(), address.port(), endpoint.loop(), found -> dialling.connect(found, own));
    return link;
  }

  private void connect(InetSocketAddress address, @Nullable Address own) {
    if (link.ended()) {
      return;
    }
    if (address.isUnresolved()) {
      fail("unknown host " + address.getHostString());
      return;
    }
    NettyLoop loop = network.loop(link.endpoint().loop());
    Bootstrap bootstrap = network.socketOptions(new Bootstrap());
    ChannelFuture connecting =
        bootstrap.group(loop.netty()).handler(this).connect(address, Sockets.source(own, address));
    link.attach(connecting.channel());
    connecting.addListener(connected -> {
      Throwable cause = connected.cause();
      if (cause != null) {
        fail(String.valueOf(cause.getMessage()));
      }
    });
  }

  private void fail(String why) {
    if (!link.isOpen()) {
      deadline.cancel();
      link.breakOff(ResetReason.UNREACHABLE, "cannot reach " + to.address() + ": " + why);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    Network.Self self = link.endpoint().self();
    Greeting hello =
        new Greeting.Hello(
            self.cluster(), self.node(), self.nonce(), to.node(), to.nonce(), to.shard());
    Sockets.greet(context.channel(), hello);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      Greeting greeting = reader.next(bytes);
      if (greeting != null) {
        onGreeting(greeting, context.channel(), bytes);
      }
    } catch (FormatException e) {
      fail("it speaks another protocol: " + e.getMessage());
    } finally {
      bytes.release();
    }
  }

  private void onGreeting(Greeting greeting, Channel channel, ByteBuf rest) {
    switch (greeting) {
      case Greeting.Welcome welcome -> {
        deadline.cancel();
        channel.pipeline().remove(this);
        link.opened(channel);
        if (rest.isReadable()) {
          link.arrived(rest.readRetainedSlice(rest.readableBytes()));
        }
      }
      case Greeting.Refused refused -> fail("refused: " + refused.reason());
      case Greeting.Hello hello -> fail("expected a welcome, got a hello");
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    fail("the connection was closed before the stream was open");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(String.valueOf(cause.getMessage()));
  }
}
