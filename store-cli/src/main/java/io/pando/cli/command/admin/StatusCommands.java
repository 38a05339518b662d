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
    private final CommandContext context;

    /** Creates the command for one run of the program. */
    public Status(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws ConfigException {
      try (Cluster cluster = context.connect()) {
        ClusterStatus status = cluster.admin().status();
        if (context.json()) {
          context.printJson(StatusView.json(status));
        } else {
          StatusView.print(status, context.console().out());
          StatusView.printSteps(
              cluster.admin().map(), cluster.admin().groups(), context.console().out());
          StatusView.printRemoved(cluster.admin().map(), context.console().out());
        }
      }
      return ExitStatus.OK;
    }
  }

  /** {@code pando health}. */
  @Command(name = "health", description = "show the cluster's problems, if any")
  public static final class HealthCommand implements Callable<Integer> {
    private final CommandContext context;

    /** Level of detail. */
    public enum Depth {
      detail
    }

    @Parameters(index = "0", arity = "0..1", description = "'detail': one line for each problem")
    private @Nullable Depth depth;

    /** Creates the command for one run of the program. */
    public HealthCommand(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws ConfigException {
      Health health;
      try (Cluster cluster = context.connect()) {
        health = cluster.admin().status().health();
      }
      if (context.json()) {
        context.printJson(StatusView.health(health));
        return ExitStatus.OK;
      }
      String summaries =
          String.join("; ", health.checks().stream().map(Health.Check::summary).toList());
      context.print(health.word() + (summaries.isEmpty() ? "" : " " + summaries));
      if (depth != null) {
        health.checks().forEach(this::printDetail);
      }
      return ExitStatus.OK;
    }

    private void printDetail(Health.Check check) {
      String level = check.severity() == Health.Severity.ERROR ? "ERR" : "WRN";
      context.print("[" + level + "] " + check.code() + ": " + check.summary());
      check.details().forEach(line -> context.print("    " + line));
    }
  }
}
