package io.pando.report;

/**
 * How fast copies are made again.
 *
 * @param objectsPerSecond copies made lately
 * @param bytesPerSecond their bytes
 * @param secondsLeft until no copy is missing if it goes on so; 0: nothing is missing, or it cannot
 *     be told
 */
public record RecoveryProgress(long objectsPerSecond, long bytesPerSecond, long secondsLeft) {
  /** Nothing is copied. */
  public static final RecoveryProgress NONE = new RecoveryProgress(0, 0, 0);
}
