package io.pando.cli.command.monitor;

import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MonitorEntry;
import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.mon.MonitorMachine;
import io.pando.mon.raft.MonitorFolder;
import io.pando.mon.raft.StoredMonitorLog;
import io.pando.mon.state.MonitorState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A monitor's folder, read without changing it.
 *
 * @param data the folder
 * @param known what it says about its monitor; empty if it never held one
 */
record Survivor(ClusterConfig config, int id, Path data, Optional<MonitorFolder.Membership> known) {

  /** The folder of the monitor with that number. */
  static Survivor of(ClusterConfig config, int id) throws IOException {
    Path data =
        config.monitors().stream()
            .filter(entry -> entry.id() == id)
            .map(MonitorEntry::data)
            .findFirst()
            .orElse(config.data().resolve("mon." + id));
    MonitorFolder folder = new MonitorFolder(data);
    return new Survivor(config, id, data, folder.membership());
  }

  NodeId node() {
    return new NodeId(NodeId.Role.MON, id);
  }

  /** Where the monitor listens: by the configuration, else by its folder. */
  MonitorInfo place() {
    Optional<MonitorInfo> configured =
        config.monitors().stream()
            .filter(entry -> entry.id() == id)
            .map(it -> new MonitorInfo(it.node(), it.host(), it.port(), it.raftPort()))
            .findFirst();
    return configured
        .or(() -> known.map(MonitorFolder.Membership::self))
        .orElseThrow(() ->
            UserError.failed(
                "mon.%d is not in %s: add it there, with host, port and raft_port"
                    .formatted(id, config.file())));
  }

  private StoredMonitorLog log() {
    long quorum = known.map(it -> it.self().quorum()).orElse(0L);
    return StoredMonitorLog.of(data, config.cluster(), quorum);
  }

  boolean isInUse() throws IOException {
    return log().isInUse();
  }

  /** The newest state in the folder; empty if there is none. */
  Optional<MonitorState> state() throws IOException {
    MonitorMachine machine = new MonitorMachine();
    long _ = log().replay(machine);
    return machine.state();
  }
}
