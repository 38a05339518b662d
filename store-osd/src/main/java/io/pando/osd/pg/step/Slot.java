package io.pando.osd.pg.step;

/** Permissions of which a shard gives only so many, so that not all groups recover at once. */
public enum Slot {
  /** To lead the recovery of a group as its primary. */
  OWN,
  /** To be filled by the primary of a group. */
  GUEST,
  /** To lead the scrub of a group as its primary. */
  SCRUB,
  /** To look at a part of a group for its primary. */
  SCRUB_GUEST
}
