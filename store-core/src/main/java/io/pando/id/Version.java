package io.pando.id;

/**
 * Version of an update of a placement group: the map epoch of the interval in which the primary
 * ordered it, then a counter that continues across intervals (paper 003 §6.3.4). {@link #ZERO}
 * comes before every update.
 */
public record Version(long epoch, long counter) implements Comparable<Version> {
  /** Before the first update. */
  public static final Version ZERO = new Version(0, 0);

  public Version {
    if (epoch < 0 || counter < 0) {
      throw new IllegalArgumentException("version must not be negative: " + epoch + "'" + counter);
    }
  }

  /** The next version, in epoch {@code inEpoch}, which is not before this version's epoch. */
  public Version next(long inEpoch) {
    if (inEpoch < epoch) {
      throw new IllegalArgumentException("epoch " + inEpoch + " is before that of " + this);
    }
    return new Version(inEpoch, counter + 1);
  }

  /** Whether this is after {@code other}. */
  public boolean isAfter(Version other) {
    return compareTo(other) > 0;
  }

  /** The later of two. */
  public static Version max(Version a, Version b) {
    return a.isAfter(b) ? a : b;
  }

  @Override
  public int compareTo(Version other) {
    int byEpoch = Long.compare(epoch, other.epoch);
    return byEpoch != 0 ? byEpoch : Long.compare(counter, other.counter);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Version that && counter == that.counter && epoch == that.epoch;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(epoch) + Long.hashCode(counter);
  }

  @Override
  public String toString() {
    return epoch + "'" + counter;
  }
}
