package io.pando.net;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;
import io.netty.util.concurrent.Future;
import io.pando.port.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * A descriptor that is not of this messenger, among the sockets of a loop. It is told by level:
 * until there is nothing to read. Only the loop's thread uses it.
 */
final class WatchedDescriptor implements EpollIoHandle, EventLoop.Watching {
  /**
   * Of a descriptor that is disabled only errors are told, once each. Netty would remove one for
   * which nothing is asked, and could not add it again.
   */
  private static final EpollIoOps NOTHING = EpollIoOps.EPOLLET;

  private final FileDescriptor descriptor;
  private final EventLoop.Readiness readiness;
  private @Nullable IoRegistration registration;
  private boolean enabled;
  private boolean ended;

  private WatchedDescriptor(int descriptor, EventLoop.Readiness readiness) {
    this.descriptor = new FileDescriptor(descriptor);
    this.readiness = readiness;
  }

  /** From any thread. */
  static WatchedDescriptor register(
      SingleThreadIoEventLoop loop, int descriptor, EventLoop.Readiness readiness) {
    WatchedDescriptor watched = new WatchedDescriptor(descriptor, readiness);
    var _ = loop.register(watched).addListener((Future<IoRegistration> it) -> watched.on(it));
    return watched;
  }

  private void on(Future<IoRegistration> registered) {
    if (!registered.isSuccess()) {
      close();
    } else if (ended) {
      boolean _ = registered.getNow().cancel();
    } else {
      registration = registered.getNow();
      submit();
    }
  }

  private void submit() {
    if (registration != null) {
      long _ = registration.submit(enabled ? EpollIoOps.EPOLLIN : NOTHING);
    }
  }

  @Override
  public void enable(boolean now) {
    enabled = now;
    submit();
  }

  @Override
  public void end() {
    ended = true;
    if (registration != null) {
      boolean _ = registration.cancel();
      registration = null;
    }
  }

  @Override
  public FileDescriptor fd() {
    return descriptor;
  }

  @Override
  public void handle(IoRegistration of, IoEvent event) {
    // An event may have been there already when the descriptor was disabled.
    if (enabled && !ended) {
      new GuardedTask(readiness::onReadable).run();
    }
  }

  /** The loop stops. */
  @Override
  public void close() {
    if (!ended) {
      ended = true;
      registration = null;
      new GuardedTask(readiness::onLoopEnded).run();
    }
  }
}
