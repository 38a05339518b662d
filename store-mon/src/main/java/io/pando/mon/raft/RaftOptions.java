package io.pando.mon.raft;

import io.pando.cluster.MonitorInfo;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import java.nio.file.Path;
import java.util.List;

/**
 * Options for opening a replica of the monitors' log.
 *
 * @param peers the replicas of the log
 * @param directory directory of this replica alone, created if it does not exist
 * @param elections election timeouts
 * @param snapshotEvery commands between two snapshots
 * @param disk space that the directory's file system must have
 */
public record RaftOptions(
    Peers peers, Path directory, Elections elections, int snapshotEvery, DiskLimits disk) {
  /**
   * The replicas of the log.
   *
   * @param self this replica
   * @param founders the replicas with which the log begins, this one included, the same at each of
   *     them; empty if this replica joins a log that has begun. Without effect once the replica has
   *     stored which replicas the log has
   */
  public record Peers(ClusterId cluster, MonitorInfo self, List<MonitorInfo> founders) {
    public Peers {
      founders = List.copyOf(founders);
    }

    /** Peers of one of the replicas with which a log begins. */
    public static Peers founder(ClusterId cluster, NodeId self, List<MonitorInfo> founders) {
      MonitorInfo own =
          founders.stream()
              .filter(monitor -> monitor.node().equals(self))
              .findFirst()
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      self
                          + " is not one of the cluster's monitors: add it to the"
                          + " configuration"));
      return new Peers(cluster, own, founders);
    }

    /** Peers of a replica that joins a log that has begun. */
    public static Peers joining(ClusterId cluster, MonitorInfo self) {
      return new Peers(cluster, self, List.of());
    }
  }

  /**
   * Election timeouts.
   *
   * @param minMillis shortest timeout of a follower that hears no leader
   * @param maxMillis longest timeout
   */
  public record Elections(int minMillis, int maxMillis) {
    private static final int LEAST_SPREAD_MILLIS = 200;

    /**
     * Time-outs from a shortest one. They are spread widely enough that two followers seldom begin
     * an election together, and not more: a follower that hears no leader waits for nothing else.
     */
    public static Elections of(int minMillis) {
      return new Elections(minMillis, minMillis + Math.max(minMillis / 4, LEAST_SPREAD_MILLIS));
    }

    public Elections {
      if (minMillis < 50 || maxMillis <= minMillis) {
        throw new IllegalArgumentException(
            "invalid election time-outs: " + minMillis + " to " + maxMillis + " ms");
      }
    }
  }

  public RaftOptions {
    if (snapshotEvery < 1) {
      throw new IllegalArgumentException(
          "entries between snapshots must be at least 1: " + snapshotEvery);
    }
  }

  /** Options with the default disk limits. */
  public RaftOptions(Peers peers, Path directory, Elections elections, int snapshotEvery) {
    this(peers, directory, elections, snapshotEvery, DiskLimits.DEFAULT);
  }

  /** Options with default timeouts and limits. */
  public static RaftOptions of(
      ClusterId cluster, NodeId self, List<MonitorInfo> monitors, Path directory) {
    Peers peers = Peers.founder(cluster, self, monitors);
    return new RaftOptions(peers, directory, Elections.of(1_500), 2_000);
  }

  NodeId self() {
    return peers.self().node();
  }

  /** This replica's own entry. */
  MonitorInfo own() {
    return peers.self();
  }
}
