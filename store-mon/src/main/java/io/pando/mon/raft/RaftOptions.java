package io.pando.mon.raft;

import io.pando.cluster.MonitorInfo;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import java.nio.file.Path;
import java.util.List;

/**
 * Options for opening a replica of the monitors' log.
 *
 * @param self one of {@code monitors}
 * @param monitors all monitors, with the host and Raft port of each; the same at every monitor
 * @param directory directory of this replica alone, created if it does not exist
 * @param electionMinMillis shortest election timeout of a follower that hears no leader
 * @param electionMaxMillis longest election timeout
 * @param snapshotEvery commands between two snapshots
 * @param disk space that the directory's file system must have
 */
public record RaftOptions(
    ClusterId cluster,
    NodeId self,
    List<MonitorInfo> monitors,
    Path directory,
    int electionMinMillis,
    int electionMaxMillis,
    int snapshotEvery,
    DiskLimits disk) {
  public RaftOptions {
    monitors = List.copyOf(monitors);
    if (monitors.stream().noneMatch(monitor -> monitor.node().equals(self))) {
      throw new IllegalArgumentException(
          self + " is not one of the cluster's monitors: add it to the configuration");
    }
    if (electionMinMillis < 50 || electionMaxMillis <= electionMinMillis) {
      throw new IllegalArgumentException(
          "not election time-outs: " + electionMinMillis + " to " + electionMaxMillis + " ms");
    }
    if (snapshotEvery < 1) {
      throw new IllegalArgumentException("snapshots must come every 1 or more: " + snapshotEvery);
    }
  }

  /** Options with the default disk limits. */
  public RaftOptions(
      ClusterId cluster,
      NodeId self,
      List<MonitorInfo> monitors,
      Path directory,
      int electionMinMillis,
      int electionMaxMillis,
      int snapshotEvery) {
    this(
        cluster,
        self,
        monitors,
        directory,
        electionMinMillis,
        electionMaxMillis,
        snapshotEvery,
        DiskLimits.DEFAULT);
  }

  /** Options with default timeouts and limits. */
  public static RaftOptions of(
      ClusterId cluster, NodeId self, List<MonitorInfo> monitors, Path directory) {
    return new RaftOptions(cluster, self, monitors, directory, 1_000, 2_000, 2_000);
  }

  /** This replica's own entry. */
  MonitorInfo own() {
    return monitors.stream().filter(m -> m.node().equals(self)).findFirst().orElseThrow();
  }
}
