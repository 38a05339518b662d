package io.pando.disk.serve;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiting time of a store whose device has no space. It grows from attempt to attempt, and ends
 * with the first step that succeeds. Its beginning and its end are logged.
 */
public final class SpaceWait {
  private static final Logger LOG = LoggerFactory.getLogger(SpaceWait.class);
  private static final long FIRST_NANOS = 5_000_000;
  private static final long LONGEST_NANOS = 320_000_000;

  private final String name;
  private long nanos;

  /**
   * A state without waiting.
   *
   * @param name name of the store, for people
   */
  public SpaceWait(String name) {
    this.name = name;
  }

  /** Delay of the next attempt in nanoseconds; 0 if the last attempt succeeded. */
  public long nanos() {
    return nanos;
  }

  /** Whether the last attempt failed. */
  public boolean isWaiting() {
    return nanos > 0;
  }

  /** Records that an attempt failed for lack of space. */
  public void onLack(Throwable cause) {
    if (nanos == 0) {
      LOG.warn(
          "{}: no space ({}); accepted transactions wait until its file system has space",
          name,
          cause.getMessage());
    }
    nanos = Math.clamp(2 * nanos, FIRST_NANOS, LONGEST_NANOS);
  }

  /** Records that an attempt succeeded. */
  public void onSpace() {
    if (nanos > 0) {
      LOG.info("{}: space is available again", name);
      nanos = 0;
    }
  }
}
