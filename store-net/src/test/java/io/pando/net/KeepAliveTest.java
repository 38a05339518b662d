package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.pando.net.frame.PeerTimeouts;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeepAliveTest {
  private static final NetworkLimits LIMITS =
      Limits.with(new PeerTimeouts(300, 20_000, 10_000, 16 << 10));

  @ParameterizedTest
  @EnumSource(SocketIo.class)
  void theKernelTakesEveryOption(SocketIo socketIo) {
    assumeTrue(socketIo.missing() == null);
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, socketIo.handlers());
    try {
      Channel channel =
          new Bootstrap()
              .group(loop)
              .channel(socketIo.socket())
              .handler(new ChannelInboundHandlerAdapter())
              .register()
              .syncUninterruptibly()
              .channel();
      KeepAlive.watch(channel, socketIo, LIMITS);
      KeepAlive.options(socketIo, LIMITS)
          .forEach((option, value) ->
              assertThat(channel.config().getOption(option)).as(option.name()).isEqualTo(value));
      channel.close().syncUninterruptibly();
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
