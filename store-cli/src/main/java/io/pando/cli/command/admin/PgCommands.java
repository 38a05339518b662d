package io.pando.cli.command.admin;

import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.Surroundings;
import io.pando.cli.config.ConfigException;
import io.pando.client.Cluster;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.report.GroupStats;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pando pg …}: placement groups. */
@Command(name = "pg", description = "placement groups: list them, find them, ask them")
public final class PgCommands {
  private final Surroundings surroundings;

  /** Commands in these surroundings. */
  public PgCommands(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Command(name = "ls", description = "all groups, or those of a pool")
  int ls(@Parameters(arity = "0..1", paramLabel = "POOL") @Nullable String pool)
      throws ConfigException {
    try (Cluster cluster = surroundings.connect()) {
      PoolId only = pool == null ? null : cluster.pool(pool).id();
      List<GroupStats> groups =
          cluster.admin().groups().stream()
              .filter(group -> only == null || group.group().pool().equals(only))
              .sorted(Comparator.comparing(GroupStats::group))
              .toList();
      new GroupView(surroundings, cluster).list(groups);
    }
    return ExitStatus.OK;
  }

  @Command(name = "map", description = "which OSDs a group is on")
  int map(@Parameters(paramLabel = "PG", description = "such as 1.2f") PgId group)
      throws ConfigException {
    try (Cluster cluster = surroundings.connect()) {
      new GroupView(surroundings, cluster).mapping(group);
    }
    return ExitStatus.OK;
  }

  @Command(name = "query", description = "a group in full, from its primary")
  int query(@Parameters(paramLabel = "PG", description = "such as 1.2f") PgId group)
      throws ConfigException {
    try (Cluster cluster = surroundings.connect()) {
      new GroupView(surroundings, cluster).report(cluster.admin().queryGroup(group));
    }
    return ExitStatus.OK;
  }
}
