package io.pando.net;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.Future;
import io.pando.port.EventLoop;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** A thread that serves sockets and tasks in turn. Tasks submitted after it stopped are dropped. */
final class NettyLoop implements EventLoop {
  private final SingleThreadIoEventLoop netty;

  NettyLoop(ThreadFactory threads, IoHandlerFactory handlers) {
    this.netty = new SingleThreadIoEventLoop(null, threads, handlers);
  }

  SingleThreadIoEventLoop netty() {
    return netty;
  }

  @Override
  public void execute(Runnable task) {
    try {
      netty.execute(new GuardedTask(task));
    } catch (RejectedExecutionException e) {
      stopped(e);
    }
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    try {
      Future<?> scheduled = netty.schedule(new GuardedTask(task), delayNanos, TimeUnit.NANOSECONDS);
      return () -> scheduled.cancel(false);
    } catch (RejectedExecutionException e) {
      stopped(e);
      return () -> {};
    }
  }

  @Override
  public Optional<Watching> watch(int descriptor, Readiness readiness) {
    return netty.isIoType(EpollIoHandler.class)
        ? Optional.of(WatchedDescriptor.register(netty, descriptor, readiness))
        : Optional.empty();
  }

  private void stopped(RejectedExecutionException e) {
    if (!netty.isShuttingDown()) {
      throw e;
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  /** Stops the loop and waits for its end; not to be called on the loop itself. */
  void stop() {
    netty.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
