package io.pando.cli.config;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the configuration of a new cluster. */
public final class ConfigText {
  private ConfigText() {}

  /**
   * A monitor's two ports.
   *
   * @param port for clients and daemons
   * @param raftPort for the other monitors
   */
  public record Ports(int port, int raftPort) {}

  /**
   * The OSDs of a new cluster.
   *
   * @param perHost OSDs with successive numbers that CRUSH takes to be on one host
   * @param logs folder in which each OSD gets a folder for its operation log; null: next to its
   *     data
   */
  public record Osds(int count, int perHost, @Nullable Path logs) {}

  /** The file's text, for a new cluster with a monitor for each pair of ports. */
  public static String of(UUID cluster, List<Ports> monitors, Osds osds, int metadataServers) {
    StringBuilder text = new StringBuilder();
    text.append("# A Pando cluster. Settings are explained in docs/operations.md.\n");
    text.append("cluster: ").append(cluster).append("\n\nmonitors:\n");
    for (int id = 0; id < monitors.size(); id++) {
      Ports ports = monitors.get(id);
      text.append("  - {id: ").append(id).append(", host: 127.0.0.1, port: ").append(ports.port);
      text.append(", raft_port: ").append(ports.raftPort).append("}\n");
    }
    text.append("\nosds:\n");
    for (int id = 0; id < osds.count; id++) {
      text.append("  - {id: ").append(id).append(", host: 127.0.0.1, ");
      if (osds.logs != null) {
        text.append("log: '").append(osds.logs.resolve("osd." + id)).append("', ");
      }
      text.append("location: ");
      text.append("[root=default, host=node").append(id / osds.perHost).append("]}\n");
    }
    if (metadataServers > 0) {
      text.append("\nmetadata_servers:\n");
    }
    for (int id = 0; id < metadataServers; id++) {
      text.append("  - {id: ").append(id).append(", host: 127.0.0.1}\n");
    }
    return text.toString();
  }

  /**
   * The file's text, for a new cluster on several hosts.
   *
   * @param monitors host of each monitor
   * @param port port of every monitor; the next one is for the other monitors
   * @param osds host of each OSD
   */
  public static String ofHosts(UUID cluster, List<String> monitors, int port, List<String> osds) {
    StringBuilder text = new StringBuilder();
    text.append("# A Pando cluster: the same file on every host.\n");
    text.append("# Settings are explained in docs/operations.md and conf/pando.yaml.example.\n");
    text.append("cluster: ").append(cluster).append("\n\nmonitors:\n");
    for (int id = 0; id < monitors.size(); id++) {
      text.append("  - {id: ").append(id).append(", host: ").append(monitors.get(id));
      text.append(", port: ").append(port).append(", raft_port: ").append(port + 1).append("}\n");
    }
    text.append("\nosds:\n");
    for (int id = 0; id < osds.size(); id++) {
      text.append("  - {id: ").append(id).append(", host: ").append(osds.get(id));
      text.append(", location: [root=default, host=").append(osds.get(id)).append("]}\n");
    }
    return text.toString();
  }
}
