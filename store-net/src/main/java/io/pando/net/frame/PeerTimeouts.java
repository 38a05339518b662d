package io.pando.net.frame;

/**
 * Time limits for the other end of a stream.
 *
 * @param dialMillis longest time to connect and to greet, together
 * @param silenceMillis time without an answer of the other machine after which a stream is reset,
 *     at least 2,000
 * @param frameMillis time that the bytes of a frame may be late, at least 100
 * @param frameBytesPerSecond pace at which bytes of a frame are due. A stream is reset if a frame
 *     has fewer bytes than were due {@code frameMillis} ago; time in which the stream is not read
 *     does not count
 */
public record PeerTimeouts(
    int dialMillis, int silenceMillis, int frameMillis, int frameBytesPerSecond) {
  public PeerTimeouts {
    if (dialMillis <= 0 || silenceMillis < 2_000 || frameMillis < 100 || frameBytesPerSecond <= 0) {
      throw new IllegalArgumentException(
          "invalid time limits: dial %d ms, silence %d ms, frame %d ms and %d bytes/s"
              .formatted(dialMillis, silenceMillis, frameMillis, frameBytesPerSecond));
    }
  }

  /** Default limits of daemons and clients. */
  public static PeerTimeouts usual() {
    return new PeerTimeouts(5_000, 20_000, 10_000, 16 << 10);
  }

  /** Bytes of a frame that must have arrived after it has been read for {@code readMillis}. */
  long dueBytes(long readMillis) {
    return Math.max(0, readMillis - frameMillis) * frameBytesPerSecond / 1_000;
  }
}
