package io.pando.net;

/**
 * What streams, and all streams of a process together, may take.
 *
 * @param softQueueBytes what is owed to a peer that dialled beyond this stops reading from it,
 *     until half of it is owed
 * @param hardQueueBytes beyond this the stream is reset; larger than any message
 * @param patience how long others may take
 * @param memory what all streams of the process may hold together
 * @param callers how many connections a node accepts
 */
public record NetworkLimits(
    long softQueueBytes,
    long hardQueueBytes,
    Patience patience,
    MemoryLimits memory,
    CallerLimits callers) {
  private static final long SOFT_QUEUE_BYTES = 8L << 20;
  private static final long HARD_QUEUE_BYTES = 160L << 20;

  public NetworkLimits {
    if (softQueueBytes <= 0 || hardQueueBytes < softQueueBytes) {
      throw new IllegalArgumentException(
          "not limits of a queue: soft %d, hard %d bytes"
              .formatted(softQueueBytes, hardQueueBytes));
    }
  }

  /** For daemons and clients: what all streams may hold follows from the heap of this process. */
  public static NetworkLimits usual() {
    return usual(MemoryLimits.ofHeap(Runtime.getRuntime().maxMemory()), CallerLimits.usual());
  }

  /** For daemons and clients, with other limits on memory and connections. */
  public static NetworkLimits usual(MemoryLimits memory, CallerLimits callers) {
    return new NetworkLimits(SOFT_QUEUE_BYTES, HARD_QUEUE_BYTES, Patience.usual(), memory, callers);
  }
}
