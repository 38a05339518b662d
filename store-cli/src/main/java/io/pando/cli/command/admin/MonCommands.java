package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.command.run.DaemonRun;
import io.pando.cli.daemon.DaemonException;
import io.pando.id.NodeId;
import io.pando.report.MonitorStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pando mon …}: the monitors. */
@Command(name = "mon", description = "show the monitors; with --id: run one")
public final class MonCommands implements Callable<Integer> {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--id", paramLabel = "N", description = "run the monitor with this number")
  private @Nullable Integer id;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "with --id: log file (default: standard error)")
  private @Nullable Path logFile;

  public MonCommands(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    if (id == null) {
      throw new ParameterException(
          spec.commandLine(), "give a command, or --id N to " + "run a monitor");
    }
    return new DaemonRun(context, logFile).monitor(id);
  }

  @Command(
      name = "ok-to-stop",
      description = "tell whether the other monitors have a quorum if these stop")
  int okToStop(
      @Parameters(arity = "1..*", paramLabel = "ID", description = "number, or mon.N")
          List<String> ids) {
    return new StopChecks(context).monitors(ids.stream().map(MonCommands::monitor).toList());
  }

  private static NodeId monitor(String text) {
    String number = text.startsWith("mon.") ? text.substring(4) : text;
    if (!number.matches("[0-9]{1,9}")) {
      throw UserError.usage("'" + text + "' is not a monitor; give its number, or mon.N");
    }
    return new NodeId(NodeId.Role.MON, Integer.parseInt(number));
  }

  @Command(name = "stat", description = "show the quorum and the leader")
  int stat() {
    return context.connected(cluster -> {
      MonitorStatus monitors = cluster.admin().monitors();
      String line = StatusView.monitors(monitors);
      context.print(
          () -> StatusView.json(monitors),
          () ->
              context.printf("%s, term %d (says %s)", line, monitors.term(), monitors.answering()));
    });
  }
}
