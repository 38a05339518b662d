package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.client.Cluster;
import io.pando.group.ScrubKind;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.op.ObjectOp;
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
      name = "lost",
      description = "end the loss of objects that no OSD has any more",
      footer = {
        "",
        "An object is lost if every OSD that may have had it is up and cannot send it, or was given",
        "up (osd lost, osd replace, osd purge). pg query lists the lost objects of a group.",
        "revert goes back to the newest version that exists, and removes an object without one;",
        "delete removes the objects. Without OBJECT: all lost objects of the group."
      })
  int lost(
      @Parameters(paramLabel = "PG", description = "such as 1.2f") PgId group,
      @Parameters(paramLabel = "revert|delete") ObjectOp.LossEnd end,
      @Parameters(arity = "0..1", paramLabel = "OBJECT") @Nullable String object,
      @Option(names = "--yes-i-really-mean-it") boolean sure) {
    try (Cluster cluster = context.connect()) {
      return new LossOrder(context, cluster.admin(), group, end).give(object, sure);
    }
  }

  @Command(
      name = "accept-loss",
      description = "let groups continue without data that no OSD has",
      footer = {
        "",
        "A group that may have lost updates with data that was given up (osd lost, osd purge, osd",
        "replace) serves no client until this, or until the data is readmitted (osd create N --uuid",
        "ID). Neither does a group that stays incomplete, since no replica is whole. Afterwards the",
        "group continues with the best copy: objects may be gone, or in an older version.",
        "Objects that were unfound by then can be overwritten or removed from then on.",
        "Without --yes-i-really-mean-it, the command shows what may be lost, and changes nothing."
      })
  int acceptLoss(
      @Parameters(arity = "0..*", paramLabel = "PG", description = "such as 1.2f")
          @Nullable List<PgId> groups,
      @Option(names = "--all", description = "all groups that are lost or have lost objects")
          boolean all,
      @Option(names = "--yes-i-really-mean-it") boolean sure) {
    List<PgId> named = groups == null ? List.of() : groups;
    if (named.isEmpty() != all) {
      throw UserError.usage("name the groups, or give --all");
    }
    try (Cluster cluster = context.connect()) {
      return new LossAcceptance(context, cluster.admin()).accept(named, sure);
    }
  }

  private int order(PgId group, ScrubKind kind, boolean wait) {
    try (Cluster cluster = context.connect()) {
      return new ScrubOrder(context, cluster.admin(), group, kind).give(wait);
    }
  }
}
