package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.command.run.DaemonRun;
import io.pando.cli.command.status.StatusView;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cluster.Change;
import io.pando.cluster.MonitorInfo;
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
  private static final int MAX_NUMBER = 65_535;

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

  @Command(name = "ls", description = "list the monitors and their addresses")
  int ls() {
    return context.connected(cluster -> {
      List<MonitorInfo> monitors = cluster.admin().map().monitors();
      List<NodeId> quorum = cluster.admin().monitors().quorum();
      context.print(
          () -> monitors.stream().map(it -> json(it, quorum)).toList(),
          () -> print(monitors, quorum));
    });
  }

  private static Object json(MonitorInfo monitor, List<NodeId> quorum) {
    return new Json()
        .put("id", monitor.node().number())
        .put("host", monitor.host())
        .put("port", monitor.port())
        .put("raft_port", monitor.raftPort())
        .put("life", monitor.life())
        .put("in_quorum", quorum.contains(monitor.node()));
  }

  private void print(List<MonitorInfo> monitors, List<NodeId> quorum) {
    Table table = new Table().left("MONITOR", "ADDRESS").right("RAFT PORT", "SINCE MAP").left("");
    for (MonitorInfo monitor : monitors) {
      table.row(
          monitor.node(),
          monitor.host() + ":" + monitor.port(),
          monitor.raftPort(),
          monitor.life(),
          quorum.contains(monitor.node()) ? "in the quorum" : "out of the quorum");
    }
    table.print(context.console().out());
  }

  @Command(
      name = "add",
      description = "add a monitor; then start it with an empty folder: pando mon --id N")
  int add(
      @Parameters(paramLabel = "N", description = "its number") int number,
      @Option(names = "--host", paramLabel = "HOST", required = true, description = "its host")
          String host,
      @Option(
              names = "--port",
              paramLabel = "PORT",
              required = true,
              description = "its port for clients and OSDs")
          int port,
      @Option(
              names = "--raft-port",
              paramLabel = "PORT",
              required = true,
              description = "its port for the other monitors")
          int raftPort) {
    return context.change(new Change.AddMonitor(monitor(number), host, port, raftPort));
  }

  @Command(name = "rm", description = "remove a monitor; its daemon ends by itself")
  int rm(@Parameters(paramLabel = "N", description = "its number") int number) {
    return context.change(new Change.RemoveMonitor(monitor(number)));
  }

  @Command(
      name = "move",
      description = "give a monitor another address; its daemon ends, start it again there")
  int move(
      @Parameters(paramLabel = "N", description = "its number") int number,
      @Option(names = "--host", paramLabel = "HOST", required = true, description = "its new host")
          String host,
      @Option(
              names = "--port",
              paramLabel = "PORT",
              required = true,
              description = "its new port for clients and OSDs")
          int port,
      @Option(
              names = "--raft-port",
              paramLabel = "PORT",
              required = true,
              description = "its new port for the other monitors")
          int raftPort) {
    return context.change(new Change.MoveMonitor(monitor(number), host, port, raftPort));
  }

  private static NodeId monitor(int number) {
    if (number < 0 || number > MAX_NUMBER) {
      throw UserError.usage("a monitor's number is 0 to " + MAX_NUMBER + ", not " + number);
    }
    return new NodeId(NodeId.Role.MON, number);
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
