package io.pando.osd.config;

/**
 * Bounds on the memory and the space that an OSD uses.
 *
 * @param maxClientOps client operations that a shard accepts at a time; further ones wait in their
 *     sockets
 * @param maxClientBytes bytes of data of the writes that a shard accepts at a time; large reads
 *     under way in the store may return a quarter of this together
 * @param maxHeldBytes bytes of messages that a shard keeps until it has their senders' map; beyond
 *     that it disconnects the sender with the most bytes
 * @param logBytes estimated bytes of memory for the logs of all groups of the OSD together; each
 *     shard has an equal part
 */
public record ResourceLimits(
    int maxClientOps, long maxClientBytes, long maxHeldBytes, long logBytes) {
  public ResourceLimits {
    if (logBytes < 1) {
      throw new IllegalArgumentException("logBytes must be at least 1, is " + logBytes);
    }
    if (maxClientOps < 1 || maxClientBytes < 1 || maxHeldBytes < 1) {
      throw new IllegalArgumentException("limits on operations and messages must be positive");
    }
  }

  /** Limits for production. */
  public static ResourceLimits defaults() {
    return new ResourceLimits(1024, 128L << 20, 32L << 20, 32L << 20);
  }

  /** The same limits with another one on the bytes of clients' requests. */
  public ResourceLimits withMaxClientBytes(long bytes) {
    return new ResourceLimits(maxClientOps, bytes, maxHeldBytes, logBytes);
  }

  /** The same limits with another one on the logs of all groups. */
  public ResourceLimits withLogBytes(long bytes) {
    return new ResourceLimits(maxClientOps, maxClientBytes, maxHeldBytes, bytes);
  }
}
