package io.pando.cli.command.run;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.daemon.DaemonException;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.mon.raft.MonitorFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a monitor listens and keeps its data: as the configuration says; or, if the configuration
 * does not list it, as its folder or the cluster map says.
 */
public final class MonitorPlace {
  private MonitorPlace() {}

  /** The place of the monitor with that number. */
  static MonitorEntry of(ClusterConfig config, int id) throws DaemonException, IOException {
    if (config.monitors().stream().anyMatch(entry -> entry.id() == id)) {
      return config.monitorNumbered(id);
    }
    Path data = config.data().resolve("mon." + id);
    MonitorFolder folder = new MonitorFolder(data);
    if (!folder.hasLeft()) {
      var known = folder.membership();
      if (known.isPresent()) {
        return entry(id, known.get().self(), data);
      }
    }
    return entry(id, inMap(config, id), data);
  }

  private static MonitorInfo inMap(ClusterConfig config, int id) throws DaemonException {
    List<MonitorInfo> monitors;
    try (Cluster cluster = CommandContext.connect(config)) {
      monitors = cluster.admin().map().monitors();
    } catch (PandoException failure) {
      throw new DaemonException(
          "mon.%d is not in %s, and the cluster map is not available (%s): add it to the configuration"
              .formatted(id, config.file(), failure.getMessage()),
          failure);
    }
    NodeId node = new NodeId(NodeId.Role.MON, id);
    return monitors.stream()
        .filter(monitor -> monitor.node().equals(node))
        .findFirst()
        .orElseThrow(() ->
            new ConfigException(
                ("mon.%d is neither in %s nor a monitor of the cluster: add it first (pando mon add"
                        + " %d --host HOST --port PORT --raft-port PORT)")
                    .formatted(id, config.file(), id)));
  }

  /** An entry as the configuration would have it. */
  public static MonitorEntry entry(int id, MonitorInfo info, Path data) {
    return new MonitorEntry(id, info.host(), info.port(), info.raftPort(), data);
  }
}
