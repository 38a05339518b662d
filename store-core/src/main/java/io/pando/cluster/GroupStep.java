package io.pando.cluster;

/** A step on the way of a pool to another number of placement groups. */
public enum GroupStep {
  /** Groups split where they are. */
  SPLIT,
  /** Some groups move: to a place of their own, or to where their parents are. */
  PLACE,
  /** The groups with the highest numbers and their parents take no updates from now on. */
  QUIET,
  /** These groups are merged into their parents. */
  MERGE,
  /** They take updates again, and are not merged. */
  RESUME
}
