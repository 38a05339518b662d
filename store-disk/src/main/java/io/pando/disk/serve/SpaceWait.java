package io.pando.disk.serve;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wait of a store whose device has no room: it grows from try to try, and is over with the
 * first step that succeeds. The process's log says when it begins and when it ends.
 */
public final class SpaceWait {
  private static final Logger LOG = LoggerFactory.getLogger(SpaceWait.class);
  private static final long FIRST_NANOS = 5_000_000;
  private static final long LONGEST_NANOS = 320_000_000;

  private final String name;
  private long nanos;

  /**
   * Nothing waits yet.
   *
   * @param name of the store, for people
   */
  public SpaceWait(String name) {
    this.name = name;
  }

  /** How long the next try is to wait; 0 if the last one succeeded. */
  public long nanos() {
    return nanos;
  }

  /** Whether the last try failed. */
  public boolean isWaiting() {
    return nanos > 0;
  }

  /** A try failed for lack of room. */
  public void onLack(Throwable cause) {
    if (nanos == 0) {
      LOG.warn(
          "{}: no room ({}); what was taken on waits until its file system has space",
          name,
          cause.getMessage());
    }
    nanos = Math.clamp(2 * nanos, FIRST_NANOS, LONGEST_NANOS);
  }

  /** A try succeeded. */
  public void onRoom() {
    if (nanos > 0) {
      LOG.info("{}: there is room again", name);
      nanos = 0;
    }
  }
}
