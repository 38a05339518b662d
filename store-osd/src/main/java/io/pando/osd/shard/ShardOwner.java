package io.pando.osd.shard;

import io.pando.cluster.Change;

/** A daemon as its shard sees it. Called on the shard's loop. */
public interface ShardOwner {
  /** Has the map changed; tried again until the monitors decided. */
  void request(Change change);

  /** Somebody claims that there is a map of this epoch: ask a monitor. */
  void needMap(long epoch);

  /** A group changed its state: the monitors should hear soon. */
  void groupChanged();

  /** The shard's store has no room for what clients write, or has again: the peers must hear. */
  void storeFilled();

  /** Something for the log. */
  void note(String what);

  /** A promise is broken: the daemon must stop. */
  void fatal(String why);
}
