package io.pando.osd.pg.step;

/**
 * Permissions of which a shard grants only a few at a time, so that not all groups recover or scrub
 * at once.
 */
public enum Slot {
  /** Permission to recover a group as its primary. */
  PRIMARY,
  /** Permission to be backfilled by the primary of a group. */
  REPLICA,
  /** Permission to scrub a group as its primary. */
  SCRUB,
  /** Permission to scan a part of a group for its primary. */
  SCRUB_REPLICA
}
