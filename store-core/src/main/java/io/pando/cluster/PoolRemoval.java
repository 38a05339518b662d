package io.pando.cluster;

/**
 * A pool was removed, and its data are kept for a while: its groups are still placed, peered and
 * recovered, but clients are told that the pool does not exist.
 *
 * @param sinceMillis when it was removed, by the time of the map, milliseconds since 1970 UTC
 * @param untilMillis until when the removal can be undone; then the data are deleted
 */
public record PoolRemoval(long sinceMillis, long untilMillis) {
  public PoolRemoval {
    if (untilMillis < sinceMillis) {
      throw new IllegalArgumentException(
          "a pool removed at " + sinceMillis + " cannot be kept until " + untilMillis);
    }
  }
}
