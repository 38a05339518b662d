package io.pando.report.group;

import java.util.Locale;

/**
 * States of a placement group, with the names that Ceph uses where it has them; a group may be in
 * several at once.
 */
public enum GroupState {
  CREATING,
  PEERING,
  ACTIVE,
  CLEAN,
  DEGRADED,
  UNDERSIZED,
  RECOVERING,
  RECOVERY_WAIT,
  /** Hash trees are compared to find out where a replica that was away differs. */
  COMPARING,
  BACKFILLING,
  /** Backfill waits: an OSD that it would fill is backfillfull. */
  BACKFILL_TOOFULL,
  REMAPPED,
  DOWN,
  INCOMPLETE,
  /** Updates may have been only on OSDs whose data were given up; the group serves no requests. */
  LOST,
  /** Replicas that should be equal have different hash trees. */
  DIVERGED,
  /** The group takes no updates, and its replicas are equal: it can be merged. */
  QUIET,
  /** The copies of the group are being compared. */
  SCRUBBING,
  /** The running scrub reads all bytes of the copies. */
  DEEP_SCRUBBING,
  /** The group has objects whose copies differ. */
  INCONSISTENT,
  /** The running scrub or repair session repairs inconsistent objects. */
  REPAIRING,
  STALE,
  UNKNOWN;

  /** The name for operators. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
