package io.pando.store;

/** How a transaction ended. */
public sealed interface CommitOutcome {
  /** The transaction is durable: it survives a crash at any later moment. */
  record Committed() implements CommitOutcome {}

  /**
   * The transaction was refused as a whole and changed nothing, because there is no room.
   *
   * @param neededBytes lower bound of the bytes that were needed
   * @param freeBytes bytes that are free
   */
  record NoSpace(long neededBytes, long freeBytes) implements CommitOutcome {}

  /**
   * The store cannot guarantee durability any more, because a write or flush failed. Every later
   * transaction ends in the same way. The daemon must stop.
   */
  record Broken(String what) implements CommitOutcome {}
}
