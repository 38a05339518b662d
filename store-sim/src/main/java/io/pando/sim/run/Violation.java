package io.pando.sim.run;

/**
 * Something that Pando promises and that a run did not find so.
 *
 * @param account what, in lines for people
 */
public record Violation(Kind kind, String account) {
  /** What was promised. */
  public enum Kind {
    /** What clients were told has an explanation. */
    NOT_LINEARIZABLE,
    /** Listings hold what they must. */
    WRONG_LISTING,
    /** While nothing is wrong, clients are served. */
    NO_PROGRESS,
    /** When nothing is wrong any more, every group becomes clean. */
    NOT_CLEAN,
    /** Copies are equal, with their logs, versions and totals. */
    REPLICAS_DIFFER,
    /** No replica is ever found to differ silently, or to lack what it had. */
    REPLICA_DOUBTED,
    /** Scrubs find what is wrong with copies, and nothing else, and repair it. */
    SCRUB_WRONG,
    /** What nobody needs goes. */
    LEFT_OVER,
    /** A run comes to its end: nobody asks or tells the same for ever. */
    ENDLESS,
    /** What a process holds for certain is so. */
    BROKEN_INVARIANT,
    /** A change of the cluster map is made once, and all monitors come to the same map. */
    WRONG_CHANGE,
    /** No bytes are lost. */
    DAMAGED,
    /** The same seed gives the same run. */
    NOT_REPEATABLE
  }

  @Override
  public String toString() {
    return kind + ": " + account;
  }
}
