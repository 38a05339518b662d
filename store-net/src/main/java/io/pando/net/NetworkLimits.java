package io.pando.net;

import io.pando.net.frame.PeerTimeouts;
import io.pando.net.memory.MemoryLimits;

/**
 * Limits of one stream, and of all streams of a process together.
 *
 * @param softQueueBytes bytes owed to a peer that dialled; above it, the peer's stream is not read
 *     until half of it is owed
 * @param hardQueueBytes bytes owed above which the stream is reset; larger than any message
 * @param patience time limits for peers
 * @param memory memory that all streams of the process may hold together
 * @param callers most connections that a node accepts
 */
public record NetworkLimits(
    long softQueueBytes,
    long hardQueueBytes,
    PeerTimeouts patience,
    MemoryLimits memory,
    ConnectionLimits callers) {
  private static final long SOFT_QUEUE_BYTES = 8L << 20;
  private static final long HARD_QUEUE_BYTES = 160L << 20;

  public NetworkLimits {
    if (softQueueBytes <= 0 || hardQueueBytes < softQueueBytes) {
      throw new IllegalArgumentException(
          "invalid limits of a queue: soft %d, hard %d bytes"
              .formatted(softQueueBytes, hardQueueBytes));
    }
  }

  /**
   * Default limits of daemons and clients: the memory of all streams depends on the heap of this
   * process.
   */
  public static NetworkLimits usual() {
    return usual(MemoryLimits.ofHeap(Runtime.getRuntime().maxMemory()), ConnectionLimits.usual());
  }

  /** Default limits of daemons and clients, with other limits on memory and connections. */
  public static NetworkLimits usual(MemoryLimits memory, ConnectionLimits callers) {
    return new NetworkLimits(
        SOFT_QUEUE_BYTES, HARD_QUEUE_BYTES, PeerTimeouts.usual(), memory, callers);
  }
}
