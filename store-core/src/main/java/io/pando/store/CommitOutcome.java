package io.pando.store;

/** How a transaction ended. */
public sealed interface CommitOutcome {
  /** It is durable: a crash at any later moment leaves it in place. */
  record Committed() implements CommitOutcome {}

  /**
   * Refused whole, nothing happened: there is no room.
   *
   * @param neededBytes at least so many were asked for
   * @param freeBytes so many are there
   */
  record NoSpace(long neededBytes, long freeBytes) implements CommitOutcome {}

  /**
   * The store can no longer keep its promise (a write or flush failed); every later transaction
   * ends so too. The daemon must stop.
   */
  record Broken(String what) implements CommitOutcome {}
}
