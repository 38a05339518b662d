package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.client.Admin;
import io.pando.report.ClusterStatus;
import io.pando.report.Health;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands that print the cluster's status. */
public record StatusCommands(CommandContext context) {
  /** All of these commands. */
  public List<Object> all() {
    return List.of(new Status(), new HealthCommand(), new DfCommand(context));
  }

  @Command(
      name = "status",
      aliases = {"-s"},
      description = "show a summary of the cluster")
  private final class Status implements Callable<Integer> {
    @Override
    public Integer call() {
      return context.connected(cluster -> {
        ClusterStatus status = cluster.admin().status();
        context.print(() -> StatusView.json(status), () -> print(status, cluster.admin()));
      });
    }

    private void print(ClusterStatus status, Admin admin) {
      PrintStream out = context.console().out();
      StatusView.print(status, out);
      StatusView.printSteps(admin.map(), admin.groups(), out);
      StatusView.printRemoved(admin.map(), out);
    }
  }

  @Command(name = "health", description = "show the cluster's problems, if any")
  private final class HealthCommand implements Callable<Integer> {
    private enum Depth {
      detail
    }

    @Parameters(index = "0", arity = "0..1", description = "'detail': one line for each problem")
    private @Nullable Depth depth;

    @Override
    public Integer call() {
      return context.connected(cluster -> {
        Health health = cluster.admin().status().health();
        context.print(() -> StatusView.health(health), () -> print(health));
      });
    }

    private void print(Health health) {
      String summaries =
          String.join("; ", health.checks().stream().map(Health.Check::summary).toList());
      context.print(health.word() + (summaries.isEmpty() ? "" : " " + summaries));
      if (depth != null) {
        health.checks().forEach(this::printDetail);
      }
    }

    private void printDetail(Health.Check check) {
      String level = check.severity() == Health.Severity.ERROR ? "ERR" : "WRN";
      context.printf("[%s] %s: %s", level, check.code(), check.summary());
      check.details().forEach(line -> context.print("    " + line));
    }
  }
}
