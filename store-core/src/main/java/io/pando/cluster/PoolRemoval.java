package io.pando.cluster;

/**
 * The removal of a pool whose data are kept for a while. Its groups are still placed, peered and
 * recovered, but clients get the answer that the pool does not exist.
 *
 * @param sinceMillis time of the removal, by the map's clock, in milliseconds since 1970 UTC
 * @param untilMillis time until which the removal can be undone, in milliseconds since 1970 UTC;
 *     then the data are deleted
 */
public record PoolRemoval(long sinceMillis, long untilMillis) {
  public PoolRemoval {
    if (untilMillis < sinceMillis) {
      throw new IllegalArgumentException(
          "a pool removed at " + sinceMillis + " cannot be kept until " + untilMillis);
    }
  }
}
