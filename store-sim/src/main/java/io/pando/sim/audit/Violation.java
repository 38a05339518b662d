package io.pando.sim.audit;

/**
 * A promise of Pando that a run broke.
 *
 * @param account description for people, in lines
 */
public record Violation(Kind kind, String account) {
  /** The broken promise. */
  public enum Kind {
    /** All outcomes that clients received can be explained. */
    NOT_LINEARIZABLE,
    /** Listings contain the objects that they must contain. */
    WRONG_LISTING,
    /** Without troubles, clients are served. */
    NO_PROGRESS,
    /** After all troubles every group becomes clean. */
    NOT_CLEAN,
    /** Copies are equal, with their logs, versions and totals. */
    REPLICAS_DIFFER,
    /** No replica is ever found to differ silently, or to lack updates that it had. */
    REPLICA_DOUBTED,
    /** Scrubs find and repair all faults of copies, and report no others. */
    SCRUB_WRONG,
    /** Data that is not needed is removed. */
    LEFT_OVER,
    /** A run ends: no node repeats the same messages without end. */
    ENDLESS,
    /** Invariants of processes hold. */
    BROKEN_INVARIANT,
    /** A change of the cluster map is made once, and all monitors have the same map. */
    WRONG_CHANGE,
    /** OSDs do nothing for fenced sessions, and their clients open new ones. */
    FENCE_BROKEN,
    /** No two clients use capabilities of which one excludes the other. */
    CAPABILITY_CONFLICT,
    /** The metadata and objects of a file system agree with each other. */
    FILES_WRONG,
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
