package io.pando.disk.raw.pipeline.log;

/**
 * Estimated duration of a kind of write by its length: a fixed cost and a cost per byte. The line
 * is fitted to the measurements, with decreasing weight for older ones. While all lengths were
 * similar, its slope stays near the initial guess.
 */
final class LinearCost {
  /** Weight of a new measurement. */
  private static final double SHARE = 1.0 / 64;

  /** Spread of lengths in bytes at which measurements and the initial guess have equal weight. */
  private static final double GUESS_SPREAD_BYTES = 16 << 10;

  /** Upper bound of a single measurement, as a multiple of the expected duration. */
  private static final double OUTLIER = 8;

  private final double guessedNanosPerByte;
  private double meanBytes;
  private double meanNanos;
  private double variance;
  private double covariance;

  /** A line with guessed costs, used until something is measured. */
  LinearCost(double fixedNanos, double nanosPerByte) {
    this.guessedNanosPerByte = nanosPerByte;
    this.meanBytes = GUESS_SPREAD_BYTES;
    this.meanNanos = fixedNanos + nanosPerByte * meanBytes;
  }

  /** Adds a measurement. */
  void add(long bytes, long nanos) {
    double kept = Math.min((double) nanos, OUTLIER * nanosFor(bytes));
    double aside = bytes - meanBytes;
    double above = kept - meanNanos;
    meanBytes += SHARE * aside;
    meanNanos += SHARE * above;
    variance = (1 - SHARE) * (variance + SHARE * aside * aside);
    covariance = (1 - SHARE) * (covariance + SHARE * aside * above);
  }

  /** Cost of each byte. */
  double nanosPerByte() {
    double guess = GUESS_SPREAD_BYTES * GUESS_SPREAD_BYTES;
    return Math.max(0, (covariance + guess * guessedNanosPerByte) / (variance + guess));
  }

  /** Fixed cost of each write. */
  double fixedNanos() {
    return Math.max(0, meanNanos - nanosPerByte() * meanBytes);
  }

  /** Expected duration for a length; positive. */
  double nanosFor(long bytes) {
    return Math.max(1, fixedNanos() + nanosPerByte() * bytes);
  }
}
