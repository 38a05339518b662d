package io.pando.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.pando.check.Invariant;
import io.pando.net.frame.BadBytes;
import io.pando.net.frame.FrameQueue;
import io.pando.net.frame.HeapSender;
import io.pando.net.memory.ProcessMemory;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The production network: TCP, driven by Netty. Exceptions of a task or a listener go to the
 * uncaught exception handler of the loop's thread, which a daemon must set.
 */
public final class NettyNetwork implements Network {
  // The adaptive allocator, Netty's choice, asks the system for fresh memory for many of our
  // buffers
  private static final ByteBufAllocator BUFFERS = PooledByteBufAllocator.DEFAULT;
  private static final AdaptiveRecvByteBufAllocator RECEIVE =
      new AdaptiveRecvByteBufAllocator(2 << 10, 16 << 10, 256 << 10);
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(2 * FrameQueue.CHUNK_BYTES, 4 * FrameQueue.CHUNK_BYTES);

  private static final int BACKLOG = 1024;

  private final SocketIo socketIo;
  private final NetworkLimits limits;
  private final List<NettyLoop> loops;
  private final List<NettyNode> nodes = new ArrayList<>();
  private final HostLookup names = new HostLookup();
  private final BadBytes badBytes = new BadBytes();
  private final ProcessMemory memory;
  private final @Nullable HeapSender sender;
  private boolean closed;

  private NettyNetwork(SocketIo socketIo, int loops, NetworkLimits limits) {
    ThreadFactory threads = new DefaultThreadFactory("pando-loop", true);
    this.socketIo = socketIo;
    this.limits = limits;
    this.memory = ProcessMemory.of(limits.memory());
    this.sender = socketIo == SocketIo.EPOLL ? HeapSender.find() : null;
    this.loops =
        IntStream.range(0, loops)
            .mapToObj(i -> new NettyLoop(threads, socketIo.handlers()))
            .toList();
  }

  /**
   * Opens a network.
   *
   * @param loops number of event loops, at least 1
   * @param carrier {@code epoll}, {@code io_uring}, {@code nio}, or {@code auto}
   * @throws IllegalArgumentException if that carrier is unknown or does not work on this machine
   */
  public static NettyNetwork open(int loops, String carrier, NetworkLimits limits) {
    if (loops < 1) {
      throw new IllegalArgumentException("a network needs at least 1 event loop, not " + loops);
    }
    return new NettyNetwork(SocketIo.named(carrier), loops, limits);
  }

  @Override
  public String describe() {
    return "%s, %d loops".formatted(socketIo.label(), loops.size());
  }

  @Override
  public List<? extends EventLoop> loops() {
    return loops;
  }

  /** Number of streams that were reset because of bad bytes since the network was opened. */
  public long badStreamCount() {
    return badBytes.count();
  }

  @Override
  public Node attach(Self self, List<? extends EventLoop> shards, @Nullable Listen listen)
      throws IOException {
    Invariant.check(!shards.isEmpty(), "a node needs an event loop");
    NettyNode node = new NettyNode(this, self, shards);
    synchronized (this) {
      if (closed) {
        throw new IOException("the network is closed");
      }
      nodes.add(node);
    }
    if (listen != null) {
      try {
        node.listen(listen);
      } catch (IOException e) {
        node.close();
        throw e;
      }
    }
    return node;
  }

  /** Detaches a node; returns whether it was still attached. */
  synchronized boolean detach(NettyNode node) {
    return nodes.remove(node);
  }

  NetworkLimits limits() {
    return limits;
  }

  HostLookup names() {
    return names;
  }

  BadBytes badBytes() {
    return badBytes;
  }

  /** Memory that all streams hold. */
  ProcessMemory memory() {
    return memory;
  }

  /** The sender without a copy; null if the carrier or the machine does not support it. */
  @Nullable HeapSender sender() {
    return sender;
  }

  NettyLoop loop(EventLoop loop) {
    Invariant.check(
        loop instanceof NettyLoop ours && loops.contains(ours), "a loop of another network");
    return (NettyLoop) loop;
  }

  Bootstrap socketOptions(Bootstrap bootstrap) {
    KeepAlive.options(socketIo, limits).forEach((option, value) -> set(bootstrap, option, value));
    return bootstrap
        .channel(socketIo.socket())
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, limits.patience().dialMillis())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.ALLOCATOR, BUFFERS)
        .option(ChannelOption.RECVBUF_ALLOCATOR, RECEIVE)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK);
  }

  @SuppressWarnings("unchecked") // every option is put with a value of its type
  private static <T> void set(Bootstrap bootstrap, ChannelOption<T> option, Object value) {
    bootstrap.option(option, (T) value);
  }

  /** Binds the listening socket of a node. */
  ChannelFuture bind(NettyNode node, NettyLoop loop, InetSocketAddress where) {
    if (socketIo == SocketIo.IO_URING) {
      return new Bootstrap()
          .group(loop.netty())
          .channel(socketIo.serverSocket())
          .option(ChannelOption.SO_BACKLOG, BACKLOG)
          .option(ChannelOption.SO_REUSEADDR, true)
          .option(IoUringChannelOption.TCP_DEFER_ACCEPT, 1)
          .handler(new UringAccepting(this, node))
          .bind(where);
    }
    return new ServerBootstrap()
        .group(loop.netty(), loop.netty())
        .channel(socketIo.serverSocket())
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                prepare(channel);
                channel.pipeline().addLast(new Accepting(node, node.greets(channel)));
              }
            })
        .bind(where);
  }

  /** Turns off automatic reading of an accepted socket: its event loop is not chosen yet. */
  void prepare(Channel channel) {
    channel.config().setAutoRead(false);
    channel.config().setAllocator(BUFFERS);
    channel.config().setRecvByteBufAllocator(RECEIVE);
    channel.config().setWriteBufferWaterMark(WATER_MARK);
    channel.config().setOption(ChannelOption.TCP_NODELAY, true);
    KeepAlive.watch(channel, socketIo, limits);
  }

  @Override
  public void close() {
    List<NettyNode> open;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(nodes);
    }
    open.forEach(NettyNode::close);
    names.close();
    loops.forEach(NettyLoop::stop);
  }
}
