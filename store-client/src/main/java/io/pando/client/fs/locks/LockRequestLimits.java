package io.pando.client.fs.locks;

/**
 * Limits of the requests of a client for locks.
 *
 * @param mostPending most requests that have not ended; the same number of releases may come on
 *     top, so that programs that wait do not keep the lock from being released
 * @param reconnectPart most locks in one message to a server that takes over
 */
public record LockRequestLimits(int mostPending, int reconnectPart) {
  /** 16,384 requests, 1,000 locks in a message. */
  public static final LockRequestLimits USUAL = new LockRequestLimits(16_384, 1_000);

  public LockRequestLimits {
    if (mostPending < 1 || reconnectPart < 1) {
      throw new IllegalArgumentException(
          "limits of %d requests for locks, %d locks in a message"
              .formatted(mostPending, reconnectPart));
    }
  }
}
