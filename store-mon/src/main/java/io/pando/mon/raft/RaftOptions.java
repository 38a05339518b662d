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
   * @param self one of {@code monitors}
   * @param monitors all monitors, with the host and Raft port of each; the same at every monitor
   */
  public record Peers(ClusterId cluster, NodeId self, List<MonitorInfo> monitors) {
    public Peers {
      monitors = List.copyOf(monitors);
      if (monitors.stream().noneMatch(monitor -> monitor.node().equals(self))) {
        throw new IllegalArgumentException(
            self + " is not one of the cluster's monitors: add it to the configuration");
      }
    }
  }

  /**
   * Election timeouts.
   *
   * @param minMillis shortest timeout of a follower that hears no leader
   * @param maxMillis longest timeout
   */
  public record Elections(int minMillis, int maxMillis) {
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
    Peers peers = new Peers(cluster, self, monitors);
    return new RaftOptions(peers, directory, new Elections(1_000, 2_000), 2_000);
  }

  NodeId self() {
    return peers.self();
  }

  /** This replica's own entry. */
  MonitorInfo own() {
    return peers.monitors().stream().filter(m -> m.node().equals(self())).findFirst().orElseThrow();
  }
}
