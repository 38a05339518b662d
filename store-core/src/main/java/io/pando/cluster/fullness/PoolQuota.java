package io.pando.cluster.fullness;

import java.util.Locale;

/**
 * The most that clients may store in a pool; 0 means no limit.
 *
 * @param maxBytes bytes of its objects, each counted once
 * @param maxObjects number of its objects
 */
public record PoolQuota(long maxBytes, long maxObjects) {
  /** No limits. */
  public static final PoolQuota NONE = new PoolQuota(0, 0);

  /** One of the limits. */
  public enum Limit {
    MAX_BYTES,
    MAX_OBJECTS;

    /** The name that operators use. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the limits. */
  public PoolQuota {
    if (maxBytes < 0 || maxObjects < 0) {
      throw new IllegalArgumentException(
          "limits of a pool must not be negative: "
              + maxBytes
              + " bytes, "
              + maxObjects
              + " objects");
    }
  }

  /** The value of a limit. */
  public long of(Limit limit) {
    return limit == Limit.MAX_BYTES ? maxBytes : maxObjects;
  }

  /** The same quota with another limit. */
  public PoolQuota with(Limit limit, long value) {
    return limit == Limit.MAX_BYTES
        ? new PoolQuota(value, maxObjects)
        : new PoolQuota(maxBytes, value);
  }

  /** Whether there is any limit. */
  public boolean isSet() {
    return !equals(NONE);
  }

  /**
   * Whether a pool has reached a share of one of its limits.
   *
   * @param thousandths the share
   */
  public boolean isReached(long bytes, long objects, int thousandths) {
    return reaches(bytes, maxBytes, thousandths) || reaches(objects, maxObjects, thousandths);
  }

  private static boolean reaches(long used, long limit, int thousandths) {
    return limit > 0 && used >= (double) limit * thousandths / FullRatios.ONE;
  }
}
