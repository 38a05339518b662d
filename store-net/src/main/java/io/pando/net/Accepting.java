package io.pando.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.pando.format.FormatException;
import io.pando.wire.FrameCodec;
import io.pando.wire.Greeting;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Receives a dialler on the listening loop, and hands it to the loop of the shard it wants. Until
 * it is welcomed it has nothing to say beyond its hello, and the socket is read no further; so the
 * socket can change loops without a byte under way. For epoll and NIO.
 */
final class Accepting extends ChannelInboundHandlerAdapter {
  private final NettyNode node;
  private final FrameReader<Greeting> reader = new FrameReader<>(FrameCodec.GREETINGS);
  private boolean done;

  Accepting(NettyNode node) {
    this.node = node;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
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
                node.limits().dialTimeoutMillis(),
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
    Optional<String> refusal = node.reception().refusal(hello);
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
