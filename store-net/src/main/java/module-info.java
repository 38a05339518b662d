/** The messenger on Netty. It is found as a service, and exports nothing. */
module io.pando.net {
  requires static org.jspecify;
  requires io.netty.buffer;
  requires io.netty.common;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires io.netty.transport.classes.io_uring;
  requires io.netty.transport.unix.common;
  requires io.pando.core;
  requires jdk.net;
  requires micrometer.core;
  requires org.slf4j;
  // Native code is found only in modules that are resolved.
  requires io.netty.transport.epoll.linux.x86_64;
  requires io.netty.transport.io_uring.linux.x86_64;

  provides io.pando.port.Network.Provider with
      io.pando.net.NettyProvider;
}
