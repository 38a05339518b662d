package io.pando.mds.purge;

/**
 * How fast inodes without a name are removed.
 *
 * @param files most inodes whose objects are removed at the same time, at least 1
 * @param listed most inodes that are listed in memory, at least 1; others are read from the stray
 *     directory once these are done
 * @param retryNanos time after which inodes are tried again whose objects could not be removed;
 *     monotonic nanoseconds
 */
public record PurgeLimits(int files, int listed, long retryNanos) {
  public PurgeLimits {
    if (files < 1 || listed < 1 || retryNanos < 0) {
      throw new IllegalArgumentException(
          "%d files at a time, %d listed, tried again after %d ns"
              .formatted(files, listed, retryNanos));
    }
  }

  /** Sixteen at a time, of 1,000 that are listed; failures are tried again after ten seconds. */
  public static PurgeLimits usual() {
    return new PurgeLimits(16, 1_000, 10_000_000_000L);
  }
}
