package io.pando.id;

/** Number of a pool: positive, never used twice in the life of a cluster. */
public record PoolId(int value) implements Comparable<PoolId> {
  public PoolId {
    if (value <= 0) {
      throw new IllegalArgumentException("pool number must be positive: " + value);
    }
  }

  @Override
  public int compareTo(PoolId other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PoolId that && value == that.value;
  }

  @Override
  public int hashCode() {
    return value;
  }

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
