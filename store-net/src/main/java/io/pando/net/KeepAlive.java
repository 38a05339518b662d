package io.pando.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.uring.IoUringChannelOption;
import io.pando.net.frame.PeerTimeouts;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/**
 * Socket options by which a dead machine or network path is detected. Without them TCP repeats
 * unacknowledged data for a quarter of an hour, and an end that sends nothing never detects the
 * failure. With these options the kernel probes a silent end periodically, and gives up after
 * {@link PeerTimeouts#silenceMillis}. A stopped process is not silent, since its kernel answers
 * until its receive buffer is full.
 */
final class KeepAlive {
  private static final int ASKED_TIMES = 4;
  private static final int MILLIS = 1_000;

  private KeepAlive() {}

  /** Sets the options; options that a platform does not have are left out. */
  static void watch(Channel channel, SocketIo socketIo, NetworkLimits limits) {
    options(socketIo, limits).forEach((option, value) -> set(channel, option, value));
  }

  @SuppressWarnings("unchecked") // every option is put with a value of its type
  private static <T> void set(Channel channel, ChannelOption<T> option, Object value) {
    channel.config().setOption(option, (T) value);
  }

  /** The options of a socket of that carrier. */
  static Map<ChannelOption<?>, Object> options(SocketIo socketIo, NetworkLimits limits) {
    int idleSeconds = Math.max(1, limits.patience().silenceMillis() / 2 / MILLIS);
    int againSeconds = Math.max(1, limits.patience().silenceMillis() / 2 / ASKED_TIMES / MILLIS);
    Map<ChannelOption<?>, Object> options = new LinkedHashMap<>();
    options.put(ChannelOption.SO_KEEPALIVE, true);
    switch (socketIo) {
      case EPOLL -> {
        options.put(EpollChannelOption.TCP_KEEPIDLE, idleSeconds);
        options.put(EpollChannelOption.TCP_KEEPINTVL, againSeconds);
        options.put(EpollChannelOption.TCP_KEEPCNT, ASKED_TIMES);
        options.put(EpollChannelOption.TCP_USER_TIMEOUT, limits.patience().silenceMillis());
      }
      case IO_URING -> {
        options.put(IoUringChannelOption.TCP_KEEPIDLE, idleSeconds);
        options.put(IoUringChannelOption.TCP_KEEPINTVL, againSeconds);
        options.put(IoUringChannelOption.TCP_KEEPCNT, ASKED_TIMES);
        options.put(IoUringChannelOption.TCP_USER_TIMEOUT, limits.patience().silenceMillis());
      }
      case NIO -> {
        options.put(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), idleSeconds);
        options.put(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), againSeconds);
        options.put(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), ASKED_TIMES);
      }
    }
    return options;
  }
}
