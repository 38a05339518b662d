package io.pando.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.NetUtil;
import io.pando.id.Address;
import io.pando.net.frame.FrameReader;
import io.pando.wire.FrameCodec;
import io.pando.wire.Greeting;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations on sockets before and after they are streams. */
final class Sockets {
  private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

  private static final int MAX_GREETING_BYTES = 16 << 10;

  private Sockets() {}

  /** A reader of greetings, with a small limit since the other end is not known yet. */
  static FrameReader<Greeting> greetings() {
    return new FrameReader<>(FrameCodec.GREETINGS, MAX_GREETING_BYTES);
  }

  /** Sends a greeting: the first frame in its direction, without data. */
  static void greet(Channel channel, Greeting greeting) {
    write(channel, greeting).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  /** Sends a refusal and closes the connection. */
  static void refuse(Channel channel, String reason) {
    write(channel, new Greeting.Refused(reason)).addListener(ChannelFutureListener.CLOSE);
  }

  private static ChannelFuture write(Channel channel, Greeting greeting) {
    return channel.writeAndFlush(
        Unpooled.wrappedBuffer(FrameCodec.GREETINGS.encode(greeting, 0).head()));
  }

  /** Address of the other end, as a literal IP address; empty if it is not known. */
  static String host(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress from && !from.isUnresolved()
        ? NetUtil.toAddressString(from.getAddress(), true)
        : "";
  }

  /**
   * The local address to dial from: where the node listens, so that peers see the address that the
   * map has. Null leaves the choice to the system: for a node that does not listen at one address,
   * and where a loopback address cannot reach the other end.
   */
  static @Nullable InetSocketAddress source(@Nullable Address own, InetSocketAddress to) {
    if (own == null || !NetUtil.isValidIpV4Address(own.host())) {
      return null;
    }
    InetSocketAddress from = new InetSocketAddress(own.host(), 0);
    boolean reaches = !from.getAddress().isLoopbackAddress() || to.getAddress().isLoopbackAddress();
    return from.getAddress().isAnyLocalAddress() || !reaches ? null : from;
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
