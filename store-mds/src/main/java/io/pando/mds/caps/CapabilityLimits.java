package io.pando.mds.caps;

/**
 * Limits of the capabilities of a rank.
 *
 * @param recall how many inodes a session may have
 * @param holdOffNanos a capability that delays or excludes others, and was asked back, is granted
 *     to the same session again after this time at the earliest; monotonic nanoseconds
 * @param firstStep bytes that a file may grow by before its writer asks again, at least 1
 * @param mostStep the same for large files: the step is the size in between
 */
public record CapabilityLimits(
    RecallLimits recall, long holdOffNanos, long firstStep, long mostStep) {
  public CapabilityLimits {
    if (holdOffNanos < 0 || firstStep < 1 || mostStep < firstStep) {
      throw new IllegalArgumentException(
          "held off for %d ns, steps of %d to %d bytes"
              .formatted(holdOffNanos, firstStep, mostStep));
    }
  }

  /** Held off for one second, steps of 4 MiB to 64 MiB. */
  public static CapabilityLimits usual() {
    return new CapabilityLimits(RecallLimits.usual(), 1_000_000_000L, 4L << 20, 64L << 20);
  }

  /** Bytes that a file of some size may grow by. */
  long step(long size) {
    return Math.min(Math.max(size, firstStep), mostStep);
  }
}
