package io.pando.cli.command.status;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.output.RepeatedBlock;
import io.pando.client.Admin;
import io.pando.report.ClusterStatus;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
    @Option(
        names = "--watch",
        arity = "0..1",
        paramLabel = "SECONDS",
        fallbackValue = "5",
        defaultValue = "0",
        description = "show it again every N seconds (default 5), redrawn on a terminal")
    private int watchSeconds;

    @Option(
        names = {"-n", "--count"},
        paramLabel = "COUNT",
        description = "with --watch: end after COUNT times (default: when interrupted)")
    private int count;

    @Override
    public Integer call() throws InterruptedException {
      UserError.checkRange("--watch", watchSeconds, 0, 86_400);
      UserError.checkRange("--count", count, 0, 1_000_000_000);
      if (watchSeconds == 0 && count != 0) {
        throw UserError.usage("--count is for --watch: give both");
      }
      return context.<InterruptedException>connected(cluster -> {
        if (watchSeconds == 0) {
          ClusterStatus status = cluster.admin().status();
          context.print(
              () -> StatusView.json(status, cluster.admin().map()),
              () -> print(status, cluster.admin(), context.console().out()));
        } else {
          watch(cluster.admin());
        }
      });
    }

    private void watch(Admin admin) throws InterruptedException {
      RepeatedBlock block = new RepeatedBlock(context.console());
      new Repetition(context, Duration.ofSeconds(watchSeconds), count)
          .run(() -> {
            ClusterStatus status = admin.status();
            if (context.json()) {
              context.printJsonLine(StatusView.json(status, admin.map()));
            } else {
              block.show(out -> print(status, admin, out));
            }
          });
    }

    private static void print(ClusterStatus status, Admin admin, PrintStream out) {
      StatusView.print(status, admin.map(), out);
      StatusView.printSteps(admin.map(), admin.groups(), out);
      StatusView.printRemoved(admin.map(), out);
    }
  }
}
