package io.pando.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.pando.net.frame.FrameReader;
import io.pando.proto.FormatException;
import io.pando.wire.Greeting;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Receives a dialled connection on the listening loop, and passes it to the event loop of the shard
 * that its hello names. Until it is welcomed, the dialler sends only its hello, and the socket is
 * not read further; so the socket can change loops without a byte in flight. For epoll and NIO.
 */
final class Accepting extends ChannelInboundHandlerAdapter {
  private final NettyNode node;
  private final Optional<String> crowd;
  private final FrameReader<Greeting> reader = Sockets.greetings();
  private boolean done;

  /**
   * Handler of a connection that a node accepted.
   *
   * @param crowd reason to refuse the connection whatever its hello says; empty to accept it
   */
  Accepting(NettyNode node, Optional<String> crowd) {
    this.node = node;
    this.crowd = crowd;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (crowd.isPresent()) {
      refuse(context.channel(), crowd.get());
      return;
    }
    Future<?> deadline =
        context
            .channel()
            .eventLoop()
            .schedule(
                () -> {
                  if (!done) {
                    Sockets.close(context.channel());
                  }
                },
                node.limits().patience().dialMillis(),
                TimeUnit.MILLISECONDS);
    context.channel().closeFuture().addListener(closed -> deadline.cancel(false));
    context.read();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      Greeting greeting = done ? null : reader.next(bytes);
      if (greeting != null) {
        done = true;
        onGreeting(greeting, context.channel());
      }
    } catch (FormatException e) {
      node.badBytes(context.channel(), e);
      refuse(context.channel(), String.valueOf(e.getMessage()));
    } finally {
      bytes.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (!done) {
      context.read();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Sockets.close(context.channel());
  }

  private void onGreeting(Greeting greeting, Channel channel) {
    if (!(greeting instanceof Greeting.Hello hello)) {
      refuse(channel, "a stream begins with a hello");
      return;
    }
    Optional<String> refusal = node.refusal(hello, channel);
    if (refusal.isPresent()) {
      refuse(channel, refusal.get());
    } else {
      handOver(channel, hello);
    }
  }

  private void refuse(Channel channel, String reason) {
    done = true;
    Sockets.refuse(channel, reason);
  }

  private void handOver(Channel channel, Greeting.Hello hello) {
    Endpoint endpoint = node.endpoint(hello.shard());
    NettyLoop target = node.loop(endpoint);
    channel.pipeline().remove(this);
    if (target.netty().equals(channel.eventLoop())) {
      node.welcome(endpoint, channel, hello);
      return;
    }
    channel
        .deregister()
        .addListener(left ->
            target
                .netty()
                .register(channel)
                .addListener(arrived -> {
                  if (arrived.isSuccess()) {
                    node.welcome(endpoint, channel, hello);
                  } else {
                    Sockets.close(channel);
                  }
                }));
  }
}
