package io.pando.cli.config;

import io.pando.net.ConnectionLimits;
import io.pando.net.NetworkLimits;
import io.pando.net.memory.MemoryLimits;
import java.util.List;

/**
 * Settings of the network.
 *
 * @param carrier {@code auto}, {@code epoll}, {@code io_uring} or {@code nio}
 * @param loops event loops of a process; 0: chosen automatically
 * @param maxArrivingBytes memory of a process for messages that have not arrived completely; 0: by
 *     its heap
 * @param maxWaitingBytes bytes of a process that may wait to be sent to peers that dialled it; 0:
 *     by its heap
 * @param callers connections that a daemon accepts
 */
public record NetworkSettings(
    String carrier,
    int loops,
    long maxArrivingBytes,
    long maxWaitingBytes,
    ConnectionLimits callers) {
  private static final List<String> CARRIERS = List.of("auto", "epoll", "io_uring", "nio");
  private static final int MOST_CONNECTIONS = 1_000_000;
  private static final long LEAST_BYTES = 1L << 20;

  static NetworkSettings read(ConfigSection section) {
    NetworkSettings settings =
        new NetworkSettings(
            section.choice("carrier", CARRIERS, carrier -> carrier, "auto"),
            section.number("loops", 0, 256, 0),
            section.size("max_arriving", LEAST_BYTES, 0),
            section.size("max_waiting", LEAST_BYTES, 0),
            callers(section));
    section.refuseOthers();
    return settings;
  }

  private static ConnectionLimits callers(ConfigSection section) {
    ConnectionLimits usual = ConnectionLimits.usual();
    return new ConnectionLimits(
        section.number("connections_per_address", 1, MOST_CONNECTIONS, usual.perAddress()),
        section.number("connections_per_node", 1, MOST_CONNECTIONS, usual.perNode()),
        section.number("connections", 1, MOST_CONNECTIONS, usual.inAll()));
  }

  /** Limits of streams in a process with a heap of at most {@code heapBytes} bytes. */
  public NetworkLimits limits(long heapBytes) {
    MemoryLimits usual = MemoryLimits.ofHeap(heapBytes);
    long arriving = maxArrivingBytes == 0 ? usual.receiveBytes() : maxArrivingBytes;
    long waiting = maxWaitingBytes == 0 ? usual.maxOwedBytes() : maxWaitingBytes;
    return NetworkLimits.usual(
        new MemoryLimits(arriving, arriving / 2, waiting / 2, waiting), callers);
  }
}
