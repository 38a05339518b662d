package io.pando.net.memory;

/**
 * Memory that all streams of a process may hold together.
 *
 * @param receiveBytes bytes of incomplete frames. Above it, streams whose frames hold more than
 *     {@value ReceiveMemory#FREE_BYTES} bytes are not read, except one at a time
 * @param peerIntakeBytes the same for the streams of one peer
 * @param owedBytes bytes that wait to be sent on streams that peers dialled. Above it, a stream
 *     that is owed more than {@value UnsentBytes#FREE_BYTES} bytes is not read, and OSDs begin no
 *     large reads
 * @param maxOwedBytes bytes above which the stream is reset whose peer has read nothing for the
 *     longest time; one message to one peer may be larger
 */
public record MemoryLimits(
    long receiveBytes, long peerIntakeBytes, long owedBytes, long maxOwedBytes) {
  private static final long LEAST_BYTES = 4L << 20;

  public MemoryLimits {
    if (receiveBytes <= 0
        || peerIntakeBytes <= 0
        || peerIntakeBytes > receiveBytes
        || owedBytes <= 0
        || maxOwedBytes < owedBytes) {
      throw new IllegalArgumentException(
          "invalid limits of memory: received %d, per peer %d, unsent %d, at most %d bytes"
              .formatted(receiveBytes, peerIntakeBytes, owedBytes, maxOwedBytes));
    }
  }

  /** A sixteenth of the heap for incomplete frames, and as much for bytes that wait to be sent. */
  public static MemoryLimits ofHeap(long heapBytes) {
    long part = Math.max(LEAST_BYTES, heapBytes / 16);
    return new MemoryLimits(part, part / 2, part / 2, part);
  }
}
