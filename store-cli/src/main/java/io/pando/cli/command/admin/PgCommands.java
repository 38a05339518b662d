package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.group.ScrubKind;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando pg …}: placement groups. */
@Command(
    name = "pg",
    description = "list and query placement groups, compare and repair their copies")
public record PgCommands(CommandContext context) {
  private static final String WAIT = "show progress until the end; fails if copies still differ";

  @Command(name = "ls", description = "list all groups, or those of a pool")
  int ls(@Parameters(arity = "0..1", paramLabel = "POOL") @Nullable String pool) {
    return context.connected(cluster -> {
      PoolId only = pool == null ? null : cluster.pool(pool).id();
      List<GroupStats> groups =
          cluster.admin().groups().stream()
              .filter(group -> only == null || group.group().pool().equals(only))
              .sorted(Comparator.comparing(GroupStats::group))
              .toList();
      new GroupView(context, cluster.admin().map()).list(groups);
    });
  }

  @Command(name = "map", description = "show the OSDs of a group")
  int map(@Parameters(paramLabel = "PG", description = "such as 1.2f") PgId group) {
    return context.connected(
        cluster -> new GroupView(context, cluster.admin().map()).mapping(group));
  }

  @Command(name = "query", description = "show all details of a group, from its primary")
  int query(@Parameters(paramLabel = "PG", description = "such as 1.2f") PgId group) {
    return context.connected(cluster ->
        new GroupView(context, cluster.admin().map()).report(cluster.admin().queryGroup(group)));
  }

  @Command(
      name = "scrub",
      description = "compare the lists of objects of a group's copies, now",
      footer = {
        "",
        "Each member lists its store; objects, versions and hash trees are compared. Clients keep",
        "working. Copies that are provably bad are repaired, unless osd.auto_repair is off."
      })
  int scrub(
      @Parameters(paramLabel = "PG", description = "such as 1.2f") PgId group,
      @Option(names = "--wait", description = WAIT) boolean wait) {
    return order(group, ScrubKind.LIGHT, wait);
  }

  @Command(
      name = "deep-scrub",
      description = "read and compare all copies of a group, now",
      footer = {
        "",
        "Every copy is read, checked against its checksums, and compared with the others: bytes,",
        "attributes and maps. Bad copies are repaired, unless osd.auto_repair is off."
      })
  int deepScrub(
      @Parameters(paramLabel = "PG", description = "such as 1.2f") PgId group,
      @Option(names = "--wait", description = WAIT) boolean wait) {
    return order(group, ScrubKind.DEEP, wait);
  }

  @Command(
      name = "repair",
      description =
          "read and compare all copies of a group, and repair those that are " + "provably bad",
      footer = {
        "",
        "Runs before scheduled scrubs. Copies that are missing, older, damaged, or different from",
        "most others are replaced; an object whose good copy cannot be determined is "
            + "left unchanged."
      })
  int repair(
      @Parameters(paramLabel = "PG", description = "such as 1.2f") PgId group,
      @Option(names = "--wait", description = WAIT) boolean wait) {
    return order(group, ScrubKind.REPAIR, wait);
  }

  @Command(
      name = "accept-loss",
      description = "let groups continue without data that was given up",
      footer = {
        "",
        "A group that may have lost updates with data that was given up (osd purge, osd replace)",
        "serves no client until this, or until the data is readmitted (osd create N --uuid ID).",
        "Then it continues with the data that exists: objects may be gone, or in an older version.",
        "Objects that were unfound by then can be overwritten or removed from then on."
      })
  int acceptLoss(
      @Parameters(arity = "0..*", paramLabel = "PG", description = "such as 1.2f")
          @Nullable List<PgId> groups,
      @Option(names = "--all", description = "all groups that are lost or have unfound objects")
          boolean all,
      @Option(names = "--yes-i-really-mean-it") boolean sure) {
    List<PgId> named = groups == null ? List.of() : groups;
    if (named.isEmpty() != all) {
      throw UserError.usage("name the groups, or give --all");
    }
    return accept(named, sure);
  }

  private int order(PgId group, ScrubKind kind, boolean wait) {
    try (Cluster cluster = context.connect()) {
      return new ScrubOrder(context, cluster.admin(), group, kind).give(wait);
    }
  }

  /**
   * Lets groups that lost data go on without it.
   *
   * @param named groups to accept; empty for all groups in state lost
   * @param sure whether the operator confirmed it
   */
  private int accept(List<PgId> named, boolean sure) {
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
      tellAccepted(groups);
    }
    return ExitStatus.OK;
  }

  private void tellAccepted(List<PgId> groups) {
    context.print(
        () -> new Json().put("accepted", groups.stream().map(PgId::toString).toList()),
        () ->
            context.print(
                groups.isEmpty()
                    ? "no group is lost or has unfound objects"
                    : groups.size() + " groups continue without data that was given up"));
  }
}
