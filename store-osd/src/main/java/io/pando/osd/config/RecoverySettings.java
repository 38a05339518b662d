package io.pando.osd.config;

/**
 * How much a shard recovers at a time, and what it leaves to clients.
 *
 * @param slots groups of a shard that it leads and recovers at a time
 * @param guestSlots groups of a shard that others fill at a time
 * @param idleNanos clients count as absent once nothing was heard of them for so long
 * @param pausePercent while clients work, the pause after a batch of objects, in percent of the
 *     time that the batch took
 * @param maxPauseNanos but never a longer one, so that recovery goes on under any load
 */
public record RecoverySettings(
    int slots, int guestSlots, long idleNanos, int pausePercent, long maxPauseNanos) {
  public RecoverySettings {
    if (slots < 1 || guestSlots < 1) {
      throw new IllegalArgumentException("there must be slots for recovery");
    }
    if (idleNanos < 0 || pausePercent < 0 || maxPauseNanos < 0) {
      throw new IllegalArgumentException("pauses of recovery cannot be negative");
    }
  }

  /** Settings for production. */
  public static RecoverySettings defaults() {
    return new RecoverySettings(4, 4, 200_000_000L, 100, 100_000_000L);
  }
}
