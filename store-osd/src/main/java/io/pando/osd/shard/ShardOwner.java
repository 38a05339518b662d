package io.pando.osd.shard;

import io.pando.cluster.Change;
import io.pando.osd.metrics.OsdMeters;

/** Interface of a daemon for its shards. Called on the shard's loop. */
public interface ShardOwner {
  /** Requests a change of the map; retried until the monitors have decided. */
  void request(Change change);

  /** Fetches a map of this epoch from a monitor: a peer claims to have it. */
  void needMap(long epoch);

  /** Schedules a report to the monitors soon: a group changed its state. */
  void groupChanged();

  /**
   * Schedules a report to the peers: the shard's store ran out of room for client writes, or has
   * room again.
   */
  void storeFilled();

  /** Ends the calm of the daemon: a shard that was calm has work. */
  void workAfterCalm();

  /** Writes a line to the log. */
  void note(String what);

  /** Whether debug lines are written, such as one for each request. */
  boolean isDebugged();

  /** Writes a debug line to the log, if {@link #isDebugged}. */
  void debug(String what);

  /** Stops the daemon: it can no longer keep its guarantees. */
  void fatal(String why);

  /** Meters of the daemon, which its shards share. */
  OsdMeters meters();
}
