package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.client.Admin;
import io.pando.report.ClusterStatus;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Commands that print the cluster's status. */
public record StatusCommands(CommandContext context) {
  /** All of these commands. */
  public List<Object> all() {
    return List.of(new Status(), new DfCommand(context));
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
}
