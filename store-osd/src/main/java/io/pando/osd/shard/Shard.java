package io.pando.osd.shard;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.id.OsdId;
import io.pando.message.Message;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.PingReply;
import io.pando.port.Peer;
import io.pando.report.OpenOperation;
import io.pando.report.StorePerformance;
import java.util.List;
import java.util.SortedSet;

/** Interface of a shard for its daemon. All methods are called on the shard's loop. */
public interface Shard {
  /** Reads the stored state; called once, before any other method. */
  void load(Runnable loaded);

  /**
   * Processes a newer map.
   *
   * @param incrementals steps to this map from the one passed before; empty if it came whole
   * @param granted all leases that the daemon granted by pongs of an older epoch than the map's
   * @param kept run when everything that the groups stored because of the map is durable
   */
  void onMap(ClusterMap map, List<Incremental> incrementals, Granted granted, Runnable kept);

  /** Receives the pongs of other OSDs to the daemon's pings. */
  void onPongs(List<PingReply> pongs);

  /** Receives a message for one of the shard's groups. */
  void onMessage(Peer from, Message message);

  void onReset(Peer peer, String reason);

  /** Records whether some store, here or at a peer, is above the failsafe ratio. */
  void onFullness(boolean full);

  ShardReport report();

  /** Work of the shard's store since the start. */
  StorePerformance performance();

  /** Operations of clients that are not answered, oldest first. */
  List<OpenOperation> operations();

  /** The last slow operations that were answered, oldest first. */
  List<OpenOperation> slowOperations();

  /** Other OSDs that are members of a group of this shard. */
  SortedSet<OsdId> neighbours();

  /** Stops accepting messages; runs {@code flushed} when everything accepted is durable. */
  void stop(Runnable flushed);
}
