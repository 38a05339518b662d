package io.pando.osd.pg.step;

/**
 * Work on the fragments of erasure-coded groups.
 *
 * @param decodedReads reads of clients for which lost fragments were computed
 * @param rebuilt fragments that recovery brought to members
 * @param rebuildBytes bytes of fragments that were read for that
 * @param stripes stripes that updates wrote
 */
public record FragmentCounts(long decodedReads, long rebuilt, long rebuildBytes, Stripes stripes) {
  /**
   * Stripes by the way in which their parity was computed.
   *
   * @param delta from the old parity, and the old and new data
   * @param encoded from the new data, and the old data of the rest of the stripe
   * @param whole from new data alone
   */
  public record Stripes(long delta, long encoded, long whole) {
    /** No stripe. */
    public static final Stripes NONE = new Stripes(0, 0, 0);
  }

  /** A read of a client for which lost fragments were computed. */
  public static FragmentCounts decodedRead() {
    return new FragmentCounts(1, 0, 0, Stripes.NONE);
  }

  /** Work of recovery. */
  public static FragmentCounts rebuilt(long fragments, long readBytes) {
    return new FragmentCounts(0, fragments, readBytes, Stripes.NONE);
  }

  /** An update that wrote these stripes. */
  public static FragmentCounts updated(Stripes stripes) {
    return new FragmentCounts(0, 0, 0, stripes);
  }
}
