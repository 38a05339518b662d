package io.pando.osd.pg.step;

import java.util.EnumMap;
import java.util.Map;

/**
 * The numbers of a group's requests. They go on from interval to interval: an answer to a request
 * of an earlier interval must not match a request of this one.
 */
public final class RequestNumbers {
  /** What is numbered, each by itself. */
  public enum Of {
    /** A primary's requests for a slot of its own OSD. */
    OWN_SLOT,
    /** A primary's requests for slots of replicas. */
    WISH,
    /** A replica's requests for a slot of its own OSD. */
    GUEST_SLOT,
    /** Turns of recovery. */
    TURN,
    SCRUB_SLOT,
    SCRUB_GUEST_SLOT,
    SCRUB_TURN,
    SCRUB_ROUND
  }

  private final Map<Of, Long> last = new EnumMap<>(Of.class);
  private int priority;

  public long next(Of what) {
    return last.merge(what, 1L, Long::sum);
  }

  /** Priority of the newest request for an own slot; a report shows it until the next request. */
  public int priority() {
    return priority;
  }

  public void setPriority(int now) {
    priority = now;
  }

  /** The newest number; 0 if there is none. */
  public long last(Of what) {
    return last.getOrDefault(what, 0L);
  }
}
