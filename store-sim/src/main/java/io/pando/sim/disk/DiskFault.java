package io.pando.sim.disk;

/** Something wrong with a disk for as long as it lasts. */
public sealed interface DiskFault {
  /** Every step on the disk takes up to so much longer. */
  record Slow(long extraNanos) implements DiskFault {}

  /**
   * There is no room for data beyond what was ever reserved, but for what is kept free for data
   * that were promised; metadata still find some.
   */
  record Full() implements DiskFault {}

  /** The blocks for data are on a file system of their own, which is full; all else has room. */
  record FullOfData() implements DiskFault {}

  /**
   * The file system below has no room at all: not for blocks that were reserved and never written,
   * nor for a segment of the log that was promised. Metadata find none either.
   *
   * @param told whether it says so when it is asked; others have a quota that nobody tells of
   */
  record Exhausted(boolean told) implements DiskFault {}

  /** The power fails as soon as another segment of the log is begun. */
  record DarkAtSegment() implements DiskFault {}

  /** One in so many blocks cannot be read, and one in so many reads of the others fails. */
  record FailingReads(int oneIn) implements DiskFault {}

  /** Nothing can be written or made durable any more, metadata neither. */
  record FailingWrites() implements DiskFault {}
}
