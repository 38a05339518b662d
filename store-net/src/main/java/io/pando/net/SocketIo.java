package io.pando.net;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The system calls that drive sockets. */
enum SocketIo {
  EPOLL(EpollSocketChannel.class, EpollServerSocketChannel.class) {
    @Override
    IoHandlerFactory handlers() {
      return EpollIoHandler.newFactory();
    }

    @Override
    @Nullable Throwable missing() {
      return Epoll.unavailabilityCause();
    }
  },

  IO_URING(IoUringSocketChannel.class, IoUringServerSocketChannel.class) {
    @Override
    IoHandlerFactory handlers() {
      return IoUringIoHandler.newFactory();
    }

    @Override
    @Nullable Throwable missing() {
      return IoUring.unavailabilityCause();
    }
  },

  NIO(NioSocketChannel.class, NioServerSocketChannel.class) {
    @Override
    IoHandlerFactory handlers() {
      return NioIoHandler.newFactory();
    }

    @Override
    @Nullable Throwable missing() {
      return null;
    }
  };

  private final Class<? extends SocketChannel> socket;
  private final Class<? extends ServerSocketChannel> serverSocket;

  SocketIo(
      Class<? extends SocketChannel> socket, Class<? extends ServerSocketChannel> serverSocket) {
    this.socket = socket;
    this.serverSocket = serverSocket;
  }

  abstract IoHandlerFactory handlers();

  /** Why this machine does not support it; null if it does. */
  abstract @Nullable Throwable missing();

  Class<? extends SocketChannel> socket() {
    return socket;
  }

  Class<? extends ServerSocketChannel> serverSocket() {
    return serverSocket;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The carrier of that name; {@code auto} is epoll where there is one, else NIO.
   *
   * @throws IllegalArgumentException there is none of that name, or not here
   */
  static SocketIo named(String name) {
    if (name.equals("auto")) {
      return EPOLL.missing() == null ? EPOLL : NIO;
    }
    for (SocketIo socketIo : values()) {
      if (socketIo.label().equals(name)) {
        Throwable missing = socketIo.missing();
        if (missing != null) {
          throw new IllegalArgumentException(
              "network carrier " + name + " does not work on this machine: " + missing, missing);
        }
        return socketIo;
      }
    }
    throw new IllegalArgumentException(
        "no network carrier is called %s; there are auto, %s"
            .formatted(
                name,
                Arrays.stream(values()).map(SocketIo::label).collect(Collectors.joining(", "))));
  }
}
