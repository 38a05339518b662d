package io.pando.sim.disk;

/** Something wrong with a disk for as long as it lasts. */
public sealed interface DiskFault {
  /** Every step on the disk takes up to so much longer. */
  record Slow(long extraNanos) implements DiskFault {}

  /** There is no room for data beyond what was ever written; metadata still find some. */
  record Full() implements DiskFault {}

  /** One in so many blocks cannot be read, and one in so many reads of the others fails. */
  record FailingReads(int oneIn) implements DiskFault {}

  /** Nothing can be written or made durable any more, metadata neither. */
  record FailingWrites() implements DiskFault {}
}
