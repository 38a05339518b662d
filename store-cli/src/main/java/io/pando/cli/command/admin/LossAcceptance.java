package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.client.Admin;
import io.pando.client.PandoException;
import io.pando.cluster.Change;
import io.pando.id.PgId;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lets groups continue without data that no OSD has, and says before what may be lost. */
record LossAcceptance(CommandContext context, Admin admin) {
  /**
   * Accepts the losses.
   *
   * @param named groups; empty for all that may need it
   * @param sure whether the operator confirmed it; otherwise nothing is changed
   */
  int accept(List<PgId> named, boolean sure) {
    List<GroupStats> stats =
        admin.groups().stream().sorted(Comparator.comparing(GroupStats::group)).toList();
    List<PgId> lossy =
        stats.stream().filter(LossAcceptance::lacksData).map(GroupStats::group).toList();
    List<PgId> groups = named.isEmpty() ? lossy : named;
    for (PgId group : groups) {
      if (!lossy.contains(group)) {
        throw UserError.failed(objection(group, stats));
      }
    }
    if (!sure && !groups.isEmpty()) {
      groups.forEach(this::account);
      throw UserError.failed(
          "%d groups would continue without data that no OSD has: %s. To confirm, add"
                  .formatted(groups.size(), groups)
              + " --yes-i-really-mean-it");
    }
    List<PgId> incomplete =
        stats.stream()
            .filter(group -> group.states().contains(GroupState.INCOMPLETE))
            .map(GroupStats::group)
            .filter(groups::contains)
            .toList();
    change(groups.stream().filter(group -> !incomplete.contains(group)).toList(), false);
    change(incomplete, true);
    tellAccepted(groups);
    return ExitStatus.OK;
  }

  private static boolean lacksData(GroupStats group) {
    return group.states().contains(GroupState.LOST)
        || group.states().contains(GroupState.INCOMPLETE)
        || group.unfound() + group.lost() > 0;
  }

  private static String objection(PgId group, List<GroupStats> stats) {
    String waits =
        stats.stream()
            .filter(it -> it.group().equals(group) && !it.waitsFor().isEmpty())
            .map(it -> "; it waits for " + it.waitsFor())
            .findFirst()
            .orElse(" (see pando health detail)");
    return "pg " + group + " is neither lost nor incomplete, and has no lost objects" + waits;
  }

  private void change(List<PgId> groups, boolean incomplete) {
    int most = Change.AcceptLoss.MAX_GROUPS;
    for (int i = 0; i < groups.size(); i += most) {
      List<PgId> some = groups.subList(i, Math.min(groups.size(), i + most));
      admin.change(new Change.AcceptLoss(some, incomplete));
    }
  }

  /** Says what may be lost. */
  private void account(PgId group) {
    if (context.json()) {
      return;
    }
    try {
      lines(admin.queryGroup(group)).forEach(context::print);
    } catch (PandoException unknown) {
      context.print("pg " + group + ": its primary does not answer: " + unknown.getMessage());
    }
  }

  private static List<String> lines(GroupReport report) {
    GroupStats stats = report.stats();
    List<String> lines = new ArrayList<>();
    lines.add(
        "pg %s is %s, waits for %s"
            .formatted(
                stats.group(),
                String.join("+", stats.states().stream().map(GroupState::label).toList()),
                stats.waitsFor()));
    lines.add(
        "  its primary has updates up to %s, as of the activation in epoch %d: %d objects%s"
            .formatted(
                report.info().lastUpdate(),
                report.info().lastEpochStarted(),
                report.info().objects(),
                report.info().isWhole() ? "" : ", not all of them here"));
    report
        .replicas()
        .peers()
        .forEach((osd, info) ->
            lines.add(
                "  %s has updates up to %s, as of the activation in epoch %d%s"
                    .formatted(
                        osd,
                        info.lastUpdate(),
                        info.lastEpochStarted(),
                        info.isWhole() ? "" : ", and not all objects")));
    report.pastIntervals().stream()
        .filter(interval -> interval.contains("may have written"))
        .forEach(interval -> lines.add("  updates may have been accepted in epochs " + interval));
    if (stats.unfound() + stats.lost() > 0) {
      lines.add("  %d objects are unfound, %d lost".formatted(stats.unfound(), stats.lost()));
    }
    return lines;
  }

  private void tellAccepted(List<PgId> groups) {
    context.print(
        () -> new Json().put("accepted", groups.stream().map(PgId::toString).toList()),
        () ->
            context.print(
                groups.isEmpty()
                    ? "no group is lost or incomplete, or has lost objects"
                    : groups.size() + " groups continue without data that no OSD has"));
  }
}
