package io.pando.store;

/** How a read of one object ended. */
public sealed interface ReadOutcome {
  /** It is there. */
  record Found(ObjectView view) implements ReadOutcome {}

  /** There is no such object. */
  record Absent() implements ReadOutcome {}

  /**
   * The object is there, but bytes that were asked for do not match their checksum, or the device
   * could not read them. The store stays in service; the owner must fetch a good copy.
   *
   * @param what which object and range, and what was seen
   */
  record Damaged(String what) implements ReadOutcome {}
}
