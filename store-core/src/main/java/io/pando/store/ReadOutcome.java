package io.pando.store;

/** How a read of one object ended. */
public sealed interface ReadOutcome {
  /** The object exists. */
  record Found(ObjectView view) implements ReadOutcome {}

  /** There is no such object. */
  record Absent() implements ReadOutcome {}

  /**
   * The object exists, but requested bytes do not match their checksum, or the device could not
   * read them. The store stays in service; the owner must fetch a good copy.
   *
   * @param what object, range, and the error found
   */
  record Damaged(String what) implements ReadOutcome {}
}
