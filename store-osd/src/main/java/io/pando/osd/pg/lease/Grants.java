package io.pando.osd.pg.lease;

import io.pando.id.OsdId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What this OSD promised to others by its pongs. A pong says, as of the epoch in it: for a term
 * from when you asked, I will let nobody take over a group that you lead and I serve, without
 * telling it to wait for you.
 *
 * <p>What was promised before this life of the daemon is forgotten, so anybody may have been
 * promised anything until a term after its start.
 */
public final class Grants {
  private final LeaseTerm term;
  private final long unknownUntilNanos;
  private final SortedMap<OsdId, Long> until = new TreeMap<>();

  /** Nothing that is remembered; the daemon has started just now. */
  public Grants(LeaseTerm term, long nowNanos) {
    this.term = term;
    this.unknownUntilNanos = nowNanos + term.keptNanos();
  }

  /** A pong goes out. */
  public void onPong(OsdId to, long nowNanos) {
    until.put(to, nowNanos + term.keptNanos());
  }

  /** All that was promised up to now. */
  public Granted granted(long nowNanos) {
    until.values().removeIf(end -> end <= nowNanos);
    return new Granted(unknownUntilNanos, Collections.unmodifiableSortedMap(new TreeMap<>(until)));
  }
}
