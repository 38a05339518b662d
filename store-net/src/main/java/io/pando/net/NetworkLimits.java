package io.pando.net;

/**
 * What a stream may take.
 *
 * @param softQueueBytes what is owed to a peer that dialled beyond this stops reading from it,
 *     until half of it is owed
 * @param hardQueueBytes beyond this the stream is reset; larger than any message
 * @param dialTimeoutMillis for connecting and greeting together
 * @param silenceMillis after which a stream is reset whose other machine does not answer at all, at
 *     least 2,000
 */
public record NetworkLimits(
    long softQueueBytes, long hardQueueBytes, int dialTimeoutMillis, int silenceMillis) {
  /** For daemons and clients. */
  public static final NetworkLimits USUAL = new NetworkLimits(8L << 20, 160L << 20, 5_000, 20_000);

  public NetworkLimits {
    if (softQueueBytes <= 0
        || hardQueueBytes < softQueueBytes
        || dialTimeoutMillis <= 0
        || silenceMillis < 2_000) {
      throw new IllegalArgumentException(
          "not limits of a network: soft %d, hard %d bytes, dialling %d ms, silence %d ms"
              .formatted(softQueueBytes, hardQueueBytes, dialTimeoutMillis, silenceMillis));
    }
  }
}
