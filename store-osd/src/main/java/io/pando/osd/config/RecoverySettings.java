package io.pando.osd.config;

/**
 * Limits on how much a shard recovers at a time and how much it yields to clients.
 *
 * @param slots groups that a shard may recover as primary at a time
 * @param guestSlots groups of a shard that other primaries may backfill at a time
 * @param idleNanos time without client work after which clients count as absent
 * @param pausePercent while clients work, the pause after a batch of objects, in percent of the
 *     time that the batch took
 * @param maxPauseNanos upper limit of that pause, so that recovery continues under any load
 */
public record RecoverySettings(
    int slots, int guestSlots, long idleNanos, int pausePercent, long maxPauseNanos) {
  public RecoverySettings {
    if (slots < 1 || guestSlots < 1) {
      throw new IllegalArgumentException("recovery slots must be at least 1");
    }
    if (idleNanos < 0 || pausePercent < 0 || maxPauseNanos < 0) {
      throw new IllegalArgumentException("pauses of recovery must not be negative");
    }
  }

  /** Settings for production. */
  public static RecoverySettings defaults() {
    return new RecoverySettings(4, 4, 200_000_000L, 100, 100_000_000L);
  }
}
