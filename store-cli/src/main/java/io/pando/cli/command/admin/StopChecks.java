package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.client.Cluster;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.report.MonitorStatus;
import io.pando.report.QuorumCheck;
import io.pando.report.group.OkToStop;
import java.util.List;

/** Reports whether daemons can be stopped without an interruption of service. */
record StopChecks(CommandContext context) {
  private static final int MOST_GROUPS = 20;

  /** Prints whether all groups stay active without these OSDs, and if not, which do not. */
  int osds(List<OsdId> osds) {
    try (Cluster cluster = context.connect()) {
      for (OsdId osd : osds) {
        if (!cluster.admin().map().osds().containsKey(osd)) {
          throw UserError.failed(osd + " does not exist (pando osd tree shows all)");
        }
      }
      OkToStop check = cluster.admin().okToStop(osds);
      context.print(() -> json(check), () -> print(check));
      return check.isOk() ? ExitStatus.OK : ExitStatus.FAILED;
    }
  }

  private void print(OkToStop check) {
    String osds = String.join(", ", check.osds().stream().map(OsdId::toString).toList());
    if (check.isOk()) {
      context.printf(
          "ok to stop %s: %d pgs lose replicas, and all stay active", osds, check.kept());
      return;
    }
    context.printf("not ok to stop %s:", osds);
    List<OkToStop.Inactive> inactive = check.inactive();
    inactive.stream()
        .limit(MOST_GROUPS)
        .forEach(it -> context.printf("    pg %s %s", it.group(), it.why()));
    if (inactive.size() > MOST_GROUPS) {
      context.printf("    and %d more pgs", inactive.size() - MOST_GROUPS);
    }
  }

  private static Json json(OkToStop check) {
    return new Json()
        .put("ok_to_stop", check.isOk())
        .put("osds", check.osds().stream().map(OsdId::value).toList())
        .put("num_ok_pgs", check.kept())
        .put("num_not_ok_pgs", check.inactive().size())
        .put(
            "bad_become_inactive",
            check.inactive().stream().map(it -> it.group().toString()).toList());
  }

  /** Prints whether the other monitors still have a quorum without these. */
  int monitors(List<NodeId> stopping) {
    try (Cluster cluster = context.connect()) {
      MonitorStatus monitors = cluster.admin().monitors();
      for (NodeId monitor : stopping) {
        if (!monitors.all().contains(monitor)) {
          throw UserError.failed(
              monitor + " does not exist (pando mon stat shows all: " + monitors.all() + ")");
        }
      }
      QuorumCheck check = QuorumCheck.of(monitors, stopping);
      context.print(() -> json(check), () -> print(check));
      return check.isOk() ? ExitStatus.OK : ExitStatus.FAILED;
    }
  }

  private void print(QuorumCheck check) {
    String stopping = String.join(", ", check.stopping().stream().map(NodeId::toString).toList());
    String left = check.left().isEmpty() ? "none" : check.left().toString();
    context.printf(
        "%s to stop %s: %s of the quorum would stay, %d are needed",
        check.isOk() ? "ok" : "not ok", stopping, left, check.needed());
  }

  private static Json json(QuorumCheck check) {
    return new Json()
        .put("ok_to_stop", check.isOk())
        .put("mons", check.stopping().stream().map(NodeId::toString).toList())
        .put("left", check.left().stream().map(NodeId::toString).toList())
        .put("needed", check.needed());
  }
}
