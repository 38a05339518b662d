package io.pando.net;

/**
 * Memory that all streams of a process may hold together.
 *
 * @param intakeBytes of frames that have not arrived entirely. Beyond it, streams whose frames hold
 *     more than {@value Intake#FREE_BYTES} bytes are not read, but for one at a time
 * @param peerIntakeBytes the same for the streams of one peer
 * @param owedBytes that wait to be sent to those who dialled. Beyond it, no more is read from a
 *     stream that is owed more than {@value Debts#FREE_BYTES} bytes, and OSDs begin no large reads
 * @param maxOwedBytes beyond it, the stream is reset that has taken nothing for the longest time;
 *     one message to one peer may be larger
 */
public record MemoryLimits(
    long intakeBytes, long peerIntakeBytes, long owedBytes, long maxOwedBytes) {
  private static final long LEAST_BYTES = 4L << 20;

  public MemoryLimits {
    if (intakeBytes <= 0
        || peerIntakeBytes <= 0
        || peerIntakeBytes > intakeBytes
        || owedBytes <= 0
        || maxOwedBytes < owedBytes) {
      throw new IllegalArgumentException(
          "not limits of memory: intake %d, of a peer %d, owed %d, at most %d bytes"
              .formatted(intakeBytes, peerIntakeBytes, owedBytes, maxOwedBytes));
    }
  }

  /** A sixteenth of the heap for frames that arrive, and as much for what waits to be sent. */
  public static MemoryLimits ofHeap(long heapBytes) {
    long part = Math.max(LEAST_BYTES, heapBytes / 16);
    return new MemoryLimits(part, part / 2, part / 2, part);
  }
}
