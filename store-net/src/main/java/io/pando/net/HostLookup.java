package io.pando.net;

import io.netty.util.NetUtil;
import io.pando.port.EventLoop;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Looks up host names on a thread of its own, since a lookup blocks. */
final class HostLookup implements AutoCloseable {
  private final ExecutorService thread =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("pando-names").factory());

  /** Looks up an address, which may stay unresolved, and passes it to {@code found} on the loop. */
  void find(String host, int port, EventLoop loop, Consumer<InetSocketAddress> found) {
    if (NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host)) {
      found.accept(new InetSocketAddress(host, port));
      return;
    }
    try {
      thread.execute(() -> {
        InetSocketAddress address = new InetSocketAddress(host, port);
        loop.execute(() -> found.accept(address));
      });
    } catch (RejectedExecutionException e) {
      found.accept(InetSocketAddress.createUnresolved(host, port));
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
