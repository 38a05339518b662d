package io.pando.cli.command.run;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.RunFolder;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.report.QuorumCheck;
import io.pando.report.group.OkToStop;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Waits until daemons can stop together without an interruption of service. */
record StopWait(ClusterConfig config, List<OsdId> osds, List<NodeId> monitors) {
  private static final int MOST_GROUPS = 5;

  /** For the daemons with these names; {@code up} is not one, it only supervises them. */
  static StopWait of(ClusterConfig config, Collection<String> names) {
    List<String> daemons = names.stream().filter(name -> !name.equals(RunFolder.UP)).toList();
    if (daemons.isEmpty()) {
      throw UserError.failed(
          "the whole cluster runs in one process, so nothing of it serves while it is stopped: leave"
              + " out --when-ok");
    }
    return new StopWait(
        config,
        daemons.stream()
            .filter(name -> name.startsWith("osd."))
            .map(name -> new OsdId(number(name)))
            .toList(),
        daemons.stream()
            .filter(name -> name.startsWith("mon."))
            .map(name -> new NodeId(NodeId.Role.MON, number(name)))
            .toList());
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring(name.indexOf('.') + 1));
  }

  /** Waits; a failure names the objection that is left. */
  void await(Duration patience, PrintStream err) throws InterruptedException {
    try (Cluster cluster = CommandContext.connect(config)) {
      String objection = objection(cluster);
      if (objection.isEmpty()) {
        return;
      }
      err.println("pando: waits at most " + patience.toSeconds() + " s, since " + objection);
      if (!BoundedWait.until(patience, () -> objection(cluster).isEmpty())) {
        throw UserError.failed(
            "nothing was stopped: after %d s it is not ok to stop the daemons of this host, since %s"
                .formatted(patience.toSeconds(), objection(cluster)));
      }
    }
  }

  /** Why the daemons must not stop now; empty if they may. */
  private String objection(Cluster cluster) {
    try {
      QuorumCheck quorum = QuorumCheck.of(cluster.admin().monitors(), monitors);
      if (!monitors.isEmpty() && !quorum.isOk()) {
        return "%d of the monitors would stay in the quorum, and %d are needed"
            .formatted(quorum.left().size(), quorum.needed());
      }
      List<OkToStop.Inactive> inactive = cluster.admin().okToStop(osds).inactive();
      List<String> told =
          inactive.stream()
              .limit(MOST_GROUPS)
              .map(it -> "pg " + it.group() + " " + it.why())
              .toList();
      return String.join("; ", told)
          + (inactive.size() > MOST_GROUPS
              ? "; and %d more pgs".formatted(inactive.size() - MOST_GROUPS)
              : "");
    } catch (PandoException notNow) {
      // The monitors may be electing a leader.
      return String.valueOf(notNow.getMessage());
    }
  }
}
