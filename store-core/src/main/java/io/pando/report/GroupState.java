package io.pando.report;

import java.util.Locale;

/**
 * The words in which the state of a placement group is told, as operators of Ceph know them;
 * several may hold at once.
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
  /** It is being found out in which parts a replica that was away differs. */
  COMPARING,
  BACKFILLING,
  REMAPPED,
  DOWN,
  INCOMPLETE,
  /** Updates may have been only on OSDs whose data were given up; it serves nobody. */
  LOST,
  /** Replicas that should be equal are not, as their hash trees tell. */
  DIVERGED,
  /** It takes no updates, and its replicas are equal: it may be merged. */
  QUIET,
  /** Its copies are being compared. */
  SCRUBBING,
  /** And all bytes of them are read. */
  DEEP_SCRUBBING,
  /** It has objects whose copies differ. */
  INCONSISTENT,
  /** Such objects are looked for, to be repaired. */
  REPAIRING,
  STALE,
  UNKNOWN;

  /** The word. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
