package io.pando.osd.pg.scrub;

import io.pando.cluster.PositionRange;
import io.pando.report.group.SessionCost;
import org.jspecify.annotations.Nullable;

/**
 * What a group remembers of its scrubs from interval to interval, in memory only: a scrub resumes
 * from its last mark. The rest of the progress is stored, on all members.
 */
public final class ScrubMemory {
  final InconsistentObjects findings = new InconsistentObjects();

  /** Whether this OSD has the current progress of scrubs, as primary without interruption. */
  boolean leads;

  /** Whether an operator ordered the running scrub. */
  boolean byOrder;

  /** Whether this primary has led the running scrub from its first part on. */
  boolean ledFromStart;

  /** Wall-clock time of the newest tick as primary. */
  long wallMillis;

  /** When progress was stored last. */
  long notedNanos;

  /** Cost of the running or the last session. */
  SessionCost cost = SessionCost.NOTHING;

  /** Positions that the check of the last part found wrong at its end; null if there are none. */
  @Nullable PositionRange suspect;

  /** Another OSD may lead scrubs in the meantime. */
  public void onNotPrimary() {
    leads = false;
  }
}
