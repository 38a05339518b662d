package io.pando.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.uring.IoUringChannelOption;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/**
 * Socket options by which a dead machine or network path is detected. Without them TCP repeats
 * unacknowledged data for a quarter of an hour, and an end that sends nothing never notices at all. With these options the kernel asks a silent end from time to time,
 * and gives up after {@link Patience#silenceMillis}. A process that stands still is not silent,
 * since its kernel answers, until more waits for it than its kernel takes.
 */
final class KeepAlive {
  private static final int ASKED_TIMES = 4;
  private static final int MILLIS = 1_000;

  private KeepAlive() {}

  /** Sets them; what a platform does not have is left out. */
  static void watch(Channel channel, Carrier carrier, NetworkLimits limits) {
    options(carrier, limits).forEach((option, value) -> set(channel, option, value));
  }

  @SuppressWarnings("unchecked") // every option is put with a value of its own type
  private static <T> void set(Channel channel, ChannelOption<T> option, Object value) {
    channel.config().setOption(option, (T) value);
  }

  /** The options of a socket of that carrier. */
  static Map<ChannelOption<?>, Object> options(Carrier carrier, NetworkLimits limits) {
    int idleSeconds = Math.max(1, limits.patience().silenceMillis() / 2 / MILLIS);
    int againSeconds = Math.max(1, limits.patience().silenceMillis() / 2 / ASKED_TIMES / MILLIS);
    Map<ChannelOption<?>, Object> options = new LinkedHashMap<>();
    options.put(ChannelOption.SO_KEEPALIVE, true);
    switch (carrier) {
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
