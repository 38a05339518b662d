package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.config.ConfigException;
import io.pando.client.Cluster;
import io.pando.report.ClusterStatus;
import io.pando.report.Health;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands that print the cluster's status. */
public final class StatusCommands {
  private StatusCommands() {}

  /** {@code pando status}. */
  @Command(
      name = "status",
      aliases = {"-s"},
      description = "show a summary of the cluster")
  public static final class Status implements Callable<Integer> {
    private final CommandContext surroundings;

    /** Creates the command for one run of the program. */
    public Status(CommandContext surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws ConfigException {
      try (Cluster cluster = surroundings.connect()) {
        ClusterStatus status = cluster.admin().status();
        if (surroundings.json()) {
          surroundings.printJson(StatusView.json(status));
        } else {
          StatusView.print(status, surroundings.console().out());
          StatusView.printSteps(
              cluster.admin().map(), cluster.admin().groups(), surroundings.console().out());
          StatusView.printRemoved(cluster.admin().map(), surroundings.console().out());
        }
      }
      return ExitStatus.OK;
    }
  }

  /** {@code pando health}. */
  @Command(name = "health", description = "show the cluster's problems, if any")
  public static final class HealthCommand implements Callable<Integer> {
    private final CommandContext surroundings;

    /** Level of detail. */
    public enum Depth {
      detail
    }

    @Parameters(index = "0", arity = "0..1", description = "'detail': one line for each problem")
    private @Nullable Depth depth;

    /** Creates the command for one run of the program. */
    public HealthCommand(CommandContext surroundings) {
      this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws ConfigException {
      Health health;
      try (Cluster cluster = surroundings.connect()) {
        health = cluster.admin().status().health();
      }
      if (surroundings.json()) {
        surroundings.printJson(StatusView.health(health));
        return ExitStatus.OK;
      }
      String summaries =
          String.join("; ", health.checks().stream().map(Health.Check::summary).toList());
      surroundings.print(health.word() + (summaries.isEmpty() ? "" : " " + summaries));
      if (depth != null) {
        health.checks().forEach(this::printDetail);
      }
      return ExitStatus.OK;
    }

    private void printDetail(Health.Check check) {
      String level = check.severity() == Health.Severity.ERROR ? "ERR" : "WRN";
      surroundings.print("[" + level + "] " + check.code() + ": " + check.summary());
      check.details().forEach(line -> surroundings.print("    " + line));
    }
  }
}
