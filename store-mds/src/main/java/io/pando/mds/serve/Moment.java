package io.pando.mds.serve;

import io.pando.fs.inode.Timestamp;

/**
 * When something happens.
 *
 * @param nanos monotonic, for limits
 * @param wall for the times of files
 */
public record Moment(long nanos, Timestamp wall) {
  private static final int MOST_SECONDS_AHEAD = 1;

  /** Requests wait, and are repeated to a successor. */
  private static final int MOST_SECONDS_OLD = 60;

  /**
   * The time of a change that a client asked for: by the client's clock, so that the client can
   * show it before the answer; by the server's if these differ much.
   */
  Timestamp ofCall(Timestamp called) {
    Timestamp newest = new Timestamp(wall.seconds() + MOST_SECONDS_AHEAD, wall.nanos());
    Timestamp oldest = new Timestamp(wall.seconds() - MOST_SECONDS_OLD, wall.nanos());
    boolean near = called.compareTo(oldest) >= 0 && called.compareTo(newest) <= 0;
    return near ? called : wall;
  }
}
