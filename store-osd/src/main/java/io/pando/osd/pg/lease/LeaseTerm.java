package io.pando.osd.pg.lease;

/**
 * How long a read lease lasts. The holder counts {@code nanos} from before its ping. The OSD that
 * grants it counts {@link #keptNanos} from after the ping arrived, which is longer by 1/32. Only
 * durations are compared, not clocks: a promise outlasts the lease as long as both clocks run true
 * to within 1.5 %.
 *
 * @param nanos duration of a lease, as its holder counts it
 */
public record LeaseTerm(long nanos) {
  private static final int DRIFT_SHARE = 32;

  public LeaseTerm {
    if (nanos < DRIFT_SHARE) {
      throw new IllegalArgumentException("the lease must be positive: " + nanos + " ns");
    }
  }

  /** Duration of the promise, as the OSD that granted the lease counts it. */
  public long keptNanos() {
    return nanos + nanos / DRIFT_SHARE;
  }
}
