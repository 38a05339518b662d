package io.pando.net;

/**
 * How long the other end of a stream may take.
 *
 * @param dialMillis for connecting and greeting together
 * @param silenceMillis after which a stream is reset whose other machine does not answer at all, at
 *     least 2,000
 * @param frameMillis that the bytes of a frame may be late, at least 100
 * @param frameBytesPerSecond pace at which bytes of a frame are due. A stream is reset if a frame
 *     has fewer bytes than were due {@code frameMillis} ago; time in which it is not read does not
 *     count
 */
public record Patience(
    int dialMillis, int silenceMillis, int frameMillis, int frameBytesPerSecond) {
  public Patience {
    if (dialMillis <= 0 || silenceMillis < 2_000 || frameMillis < 100 || frameBytesPerSecond <= 0) {
      throw new IllegalArgumentException(
          "no limits of patience: dialling %d ms, silence %d ms, a frame %d ms and %d bytes/s"
              .formatted(dialMillis, silenceMillis, frameMillis, frameBytesPerSecond));
    }
  }

  /** For daemons and clients. */
  public static Patience usual() {
    return new Patience(5_000, 20_000, 10_000, 16 << 10);
  }

  /** Bytes of a frame that must have arrived after it has been read for so long. */
  long dueBytes(long readMillis) {
    return Math.max(0, readMillis - frameMillis) * frameBytesPerSecond / 1_000;
  }
}
