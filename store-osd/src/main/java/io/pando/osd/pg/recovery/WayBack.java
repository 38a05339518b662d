package io.pando.osd.pg.recovery;

import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;

/** How a replica learns what it lacks once it is back: the one place where that is chosen. */
public enum WayBack {
  /** The log tells; a replica that was being filled goes on behind its mark. */
  LOG,
  /** Both sides are compared from the beginning. */
  SCAN;

  /**
   * The cheapest way for a replica.
   *
   * @param log the authoritative one
   * @param has newest version that the replica may share with it
   */
  public static WayBack of(GroupLog log, Version has) {
    return log.reaches(has) ? LOG : SCAN;
  }
}
