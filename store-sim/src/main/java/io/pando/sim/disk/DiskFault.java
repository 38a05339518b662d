package io.pando.sim.disk;

/** A fault of a disk. */
public sealed interface DiskFault {
  /** Every step on the disk takes up to {@code extraNanos} longer. */
  record Slow(long extraNanos) implements DiskFault {}

  /**
   * There is no space for data except the space reserved before and the reserve for promised data.
   * Metadata can still be written.
   */
  record Full() implements DiskFault {}

  /**
   * The blocks for data are on a separate file system, which is full; everything else has space.
   */
  record FullOfData() implements DiskFault {}

  /**
   * The file system below has no space at all: neither for blocks that were reserved and never
   * written, nor for a promised segment of the log, nor for metadata.
   *
   * @param told whether the file system reports this when asked; false stands for a quota that is
   *     not reported
   */
  record Exhausted(boolean told) implements DiskFault {}

  /** The power fails as soon as another segment of the log is begun. */
  record DarkAtSegment() implements DiskFault {}

  /**
   * One in {@code oneIn} blocks is unreadable, and one in {@code oneIn} reads of the others fails.
   */
  record FailingReads(int oneIn) implements DiskFault {}

  /** Nothing can be written or made durable any more, including metadata. */
  record FailingWrites() implements DiskFault {}
}
