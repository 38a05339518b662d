package io.pando.disk.raw.pipeline;

/**
 * What a kind of write takes by its length: something for each, and something for each of its
 * bytes. It is the line that comes nearest to what was measured, of which older measurements count
 * less and less; where all were about equally long, how steep it is stays near what was guessed.
 */
final class CostLine {
  /** The share of a new measurement. */
  private static final double SHARE = 1.0 / 64;

  /** Lengths must spread by more than this for what was guessed not to count. */
  private static final double GUESS_SPREAD_BYTES = 16 << 10;

  /** A single measurement counts at most so many times what was expected. */
  private static final double OUTLIER = 8;

  private final double guessedNanosPerByte;
  private double meanBytes;
  private double meanNanos;
  private double variance;
  private double covariance;

  /** A guess, until something is measured. */
  CostLine(double fixedNanos, double nanosPerByte) {
    this.guessedNanosPerByte = nanosPerByte;
    this.meanBytes = GUESS_SPREAD_BYTES;
    this.meanNanos = fixedNanos + nanosPerByte * meanBytes;
  }

  /** So many bytes took so long. */
  void add(long bytes, long nanos) {
    double kept = Math.min((double) nanos, OUTLIER * nanosFor(bytes));
    double aside = bytes - meanBytes;
    double above = kept - meanNanos;
    meanBytes += SHARE * aside;
    meanNanos += SHARE * above;
    variance = (1 - SHARE) * (variance + SHARE * aside * aside);
    covariance = (1 - SHARE) * (covariance + SHARE * aside * above);
  }

  /** What each byte adds. */
  double nanosPerByte() {
    double guess = GUESS_SPREAD_BYTES * GUESS_SPREAD_BYTES;
    return Math.max(0, (covariance + guess * guessedNanosPerByte) / (variance + guess));
  }

  /** What each write takes beside its bytes. */
  double fixedNanos() {
    return Math.max(0, meanNanos - nanosPerByte() * meanBytes);
  }

  /** What is expected of a length; positive. */
  double nanosFor(long bytes) {
    return Math.max(1, fixedNanos() + nanosPerByte() * bytes);
  }
}
