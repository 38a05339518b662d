package io.pando.report.group;

/**
 * The cost of comparing the copies of a group by their hash trees.
 *
 * @param rounds number of rounds of tree comparison, each with all replicas at the same time
 * @param bytes approximate size of the digests and part numbers that were sent
 * @param parts number of parts of the group that differed and were listed
 * @param listed number of objects in these parts, summed over all members
 */
public record SessionCost(long rounds, long bytes, long parts, long listed) {
  /** The cost if nothing was compared. */
  public static final SessionCost NOTHING = new SessionCost(0, 0, 0, 0);

  /** The sum of both. */
  public SessionCost plus(SessionCost more) {
    return new SessionCost(
        rounds + more.rounds, bytes + more.bytes, parts + more.parts, listed + more.listed);
  }
}
