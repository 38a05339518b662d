package io.pando.cluster;

/** A step of changing a pool's number of placement groups. */
public enum GroupStep {
  /** Groups split in place. */
  SPLIT,
  /** Some groups move: to their own placement, or to that of their parents. */
  PLACE,
  /** The groups with the highest numbers and their parents take no updates from now on. */
  QUIET,
  /** The quiet groups with the highest numbers are merged into their parents. */
  MERGE,
  /** The quiet groups take updates again and are not merged. */
  RESUME
}
