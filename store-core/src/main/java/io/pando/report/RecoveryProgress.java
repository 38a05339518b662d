package io.pando.report;

/**
 * Speed of recovery.
 *
 * @param objectsPerSecond recent number of recovered copies per second
 * @param bytesPerSecond bytes of these copies per second
 * @param secondsLeft estimated time until no copy is missing; 0 if nothing is missing or it cannot
 *     be estimated
 */
public record RecoveryProgress(long objectsPerSecond, long bytesPerSecond, long secondsLeft) {
  /** No recovery is running. */
  public static final RecoveryProgress NONE = new RecoveryProgress(0, 0, 0);
}
