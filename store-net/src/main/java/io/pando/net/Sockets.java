package io.pando.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.pando.wire.FrameCodec;
import io.pando.wire.Greeting;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done to sockets before and after they are streams. */
final class Sockets {
  private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

  private static final int MAX_GREETING_BYTES = 16 << 10;

  private Sockets() {}

  /** Reads what opens a stream, which is small: the other end may be anybody. */
  static FrameReader<Greeting> greetings() {
    return new FrameReader<>(FrameCodec.GREETINGS, MAX_GREETING_BYTES);
  }

  /** Sends what opens a stream: the first frame in its direction, and without data. */
  static void greet(Channel channel, Greeting greeting) {
    write(channel, greeting).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  /** Sends the last words, and closes. */
  static void refuse(Channel channel, String reason) {
    write(channel, new Greeting.Refused(reason)).addListener(ChannelFutureListener.CLOSE);
  }

  private static ChannelFuture write(Channel channel, Greeting greeting) {
    return channel.writeAndFlush(
        Unpooled.wrappedBuffer(FrameCodec.GREETINGS.encode(greeting, 0).head()));
  }

  /** The address of the other end, without its port. */
  static String host(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress()
        : "an unknown address";
  }

  static void close(Channel channel) {
    channel
        .close()
        .addListener(closed -> {
          if (closed.cause() != null) {
            LOG.debug("Closing {} failed", channel, closed.cause());
          }
        });
  }
}
