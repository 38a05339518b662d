package io.pando.cli.config;

import java.util.List;
import java.util.UUID;

/** Writes the configuration of a new cluster on one machine. */
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
   * The file's text, for a new cluster with that many OSDs and a monitor for each pair of ports.
   */
  public static String of(UUID cluster, List<Ports> monitors, int osds) {
    StringBuilder text = new StringBuilder();
    text.append("# A Pando cluster. Settings are explained in docs/operations.md.\n");
    text.append("cluster: ").append(cluster).append("\n\nmonitors:\n");
    for (int id = 0; id < monitors.size(); id++) {
      Ports ports = monitors.get(id);
      text.append("  - {id: ").append(id).append(", host: 127.0.0.1, port: ").append(ports.port);
      text.append(", raft_port: ").append(ports.raftPort).append("}\n");
    }
    text.append("\nosds:\n");
    for (int id = 0; id < osds; id++) {
      text.append("  - {id: ").append(id).append(", host: 127.0.0.1, location: ");
      text.append("[root=default, host=node").append(id).append("]}\n");
    }
    return text.toString();
  }
}
