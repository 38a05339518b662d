package io.pando.osd.shard;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.id.OsdId;
import io.pando.message.Message;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.Pong;
import io.pando.port.Peer;
import java.util.List;
import java.util.SortedSet;

/** A shard as its daemon sees it. Everything is called on the shard's loop. */
public interface Shard {
  /** Reads what the store holds; once, before anything else. */
  void load(Runnable loaded);

  /**
   * There is a newer map.
   *
   * @param incrementals that lead to it from the map told before; empty if it came whole
   * @param granted all that the daemon promised by pongs of an older epoch than the map's
   * @param kept told when all that the groups learned from it is durable
   */
  void onMap(ClusterMap map, List<Incremental> incrementals, Granted granted, Runnable kept);

  /** Other OSDs answered the daemon's pings. */
  void onPongs(List<Pong> pongs);

  /** A message for one of its groups. */
  void onMessage(Peer from, Message message);

  void onReset(Peer peer, String reason);

  /** A store, here or at a peer, is above the full ratio, or is not any more. */
  void onFullness(boolean full);

  ShardReport report();

  /** What it and its store did until now. */
  ShardPerformance performance();

  /** OSDs that share a group of this shard with us. */
  SortedSet<OsdId> neighbours();

  /** Takes nothing new; tells when what was taken is durable. */
  void stop(Runnable flushed);
}
