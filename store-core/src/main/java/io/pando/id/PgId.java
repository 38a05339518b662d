package io.pando.id;

/**
 * A placement group: a pool and the number of the group in it. Printed and parsed in Ceph's form
 * {@code pool.seed} with the seed in hexadecimal, such as {@code 3.1f}.
 */
public record PgId(PoolId pool, int seed) implements Comparable<PgId> {
  public PgId {
    if (seed < 0) {
      throw new IllegalArgumentException("seed of a placement group must not be negative: " + seed);
    }
  }

  /**
   * Parses {@code pool.seed}; throws {@link IllegalArgumentException} with the text if it has
   * another form.
   */
  public static PgId parse(String text) {
    int dot = text.indexOf('.');
    if (dot <= 0) {
      throw new IllegalArgumentException(
          "not a placement group (expected POOL.SEED such as 1.2f): " + text);
    }
    try {
      return new PgId(
          new PoolId(Integer.parseInt(text.substring(0, dot))),
          Integer.parseInt(text.substring(dot + 1), 16));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "not a placement group (expected POOL.SEED such as 1.2f): " + text, e);
    }
  }

  @Override
  public int compareTo(PgId other) {
    int byPool = pool.compareTo(other.pool);
    return byPool != 0 ? byPool : Integer.compare(seed, other.seed);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PgId that && seed == that.seed && pool.equals(that.pool);
  }

  @Override
  public int hashCode() {
    return 31 * pool.hashCode() + seed;
  }

  @Override
  public String toString() {
    return pool.value() + "." + Integer.toHexString(seed);
  }
}
