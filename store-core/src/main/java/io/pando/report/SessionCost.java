package io.pando.report;

/**
 * What it took to compare the copies of a group by their hash trees.
 *
 * @param rounds in which trees were compared, with all replicas at the same time
 * @param bytes of digests and numbers of parts that were sent, roughly
 * @param parts of the group that differed and were listed
 * @param listed objects in these, on all members
 */
public record SessionCost(long rounds, long bytes, long parts, long listed) {
  /** Nothing was compared. */
  public static final SessionCost NOTHING = new SessionCost(0, 0, 0, 0);

  /** This and more. */
  public SessionCost plus(SessionCost more) {
    return new SessionCost(
        rounds + more.rounds, bytes + more.bytes, parts + more.parts, listed + more.listed);
  }
}
