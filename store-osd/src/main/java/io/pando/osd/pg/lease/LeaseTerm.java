package io.pando.osd.pg.lease;

/**
 * How long a read lease lasts. The holder counts {@code nanos} from before it asked; who granted it
 * counts {@link #keptNanos} from after it was asked, a thirty-second longer. No clocks are
 * compared, only durations: a promise outlasts the lease as long as both clocks run true to within
 * 1.5 %.
 *
 * @param nanos of a lease, as its holder counts
 */
public record LeaseTerm(long nanos) {
  private static final int DRIFT_SHARE = 32;

  public LeaseTerm {
    if (nanos < DRIFT_SHARE) {
      throw new IllegalArgumentException("a lease cannot last for " + nanos + " ns");
    }
  }

  /** For how long whoever granted a lease keeps to it, as that one counts. */
  public long keptNanos() {
    return nanos + nanos / DRIFT_SHARE;
  }
}
