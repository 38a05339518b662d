package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ConfigException;
import io.pando.cli.output.Json;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.id.PgId;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.List;

/** Lets groups that lost data go on without it. */
record LossAcceptance(CommandContext context) {

  /**
   * Accepts the loss.
   *
   * @param named groups to accept; empty for all groups in state lost
   * @param sure whether the operator confirmed it
   */
  int accept(List<PgId> named, boolean sure) throws ConfigException {
    try (Cluster cluster = context.connect()) {
      List<PgId> lost =
          cluster.admin().groups().stream()
              .filter(group -> group.states().contains(GroupState.LOST) || group.unfound() > 0)
              .map(GroupStats::group)
              .sorted()
              .toList();
      List<PgId> groups = named.isEmpty() ? lost : named;
      for (PgId group : groups) {
        if (!lost.contains(group)) {
          throw UserError.failed(
              "pg " + group + " is not lost and has no unfound objects (see pando health detail)");
        }
      }
      if (!sure && !groups.isEmpty()) {
        throw UserError.failed(
            "%d groups would continue without data that was given up: %s. To confirm, add"
                    .formatted(groups.size(), groups)
                + " --yes-i-really-mean-it");
      }
      int most = Change.AcceptLoss.MAX_GROUPS;
      for (int i = 0; i < groups.size(); i += most) {
        List<PgId> some = groups.subList(i, Math.min(groups.size(), i + most));
        cluster.admin().change(new Change.AcceptLoss(some));
      }
      tell(groups);
    }
    return ExitStatus.OK;
  }

  private void tell(List<PgId> groups) {
    context.print(
        () -> new Json().put("accepted", groups.stream().map(PgId::toString).toList()),
        () ->
            context.print(
                groups.isEmpty()
                    ? "no group is lost or has unfound objects"
                    : groups.size() + " groups continue without data that was given up"));
  }
}
