package io.pando.cli.command.files;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.command.run.DaemonRun;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Json;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.MdsInfo;
import io.pando.id.NodeId;
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

/** {@code pando mds …}. */
@Command(
    name = "mds",
    description = "administer the metadata servers of file systems; with --id: run one")
public final class MdsCommands implements Callable<Integer> {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--id", paramLabel = "N", description = "run the metadata server of this number")
  private @Nullable Integer id;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "with --id: log file (default: standard error)")
  private @Nullable Path logFile;

  public MdsCommands(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    if (id == null) {
      throw new ParameterException(
          spec.commandLine(), "give a command, or --id N to run a metadata server");
    }
    return new DaemonRun(context, logFile).mds(id);
  }

  @Command(
      name = "fail",
      description = {
        "mark a metadata server as failed; a standby takes its rank",
        "OSDs refuse what the server still sends. It starts again by itself, as a standby."
      })
  int fail(@Parameters(paramLabel = "MDS", description = "mds.N, or N") String daemon) {
    return context.connected(cluster -> {
      MdsInfo info = find(cluster.admin().map(), daemon);
      ChangeOutcome.Accepted accepted =
          cluster
              .admin()
              .change(
                  new Change.FailMds(
                      List.of(info.incarnation()), "an operator says that it failed"));
      context.print(
          () -> new Json().put("epoch", accepted.epoch()).put("note", accepted.note()),
          () -> context.print(accepted.note()));
    });
  }

  private static MdsInfo find(ClusterMap map, String daemon) {
    String number = daemon.startsWith("mds.") ? daemon.substring("mds.".length()) : daemon;
    if (!number.matches("[0-9]{1,9}")) {
      throw UserError.usage("'" + daemon + "' is not a metadata server; give its number, or mds.N");
    }
    return map.files()
        .daemon(new NodeId(NodeId.Role.MDS, Long.parseLong(number)))
        .orElseThrow(() ->
            UserError.failed(
                "no metadata server mds.%s runs ('fs status' shows all)".formatted(number)));
  }

  @Command(name = "repaired", description = "let a daemon take a rank whose damage was repaired")
  int repaired(
      @Parameters(paramLabel = "NAME", description = "the file system") String name,
      @Parameters(paramLabel = "RANK") int rank) {
    return context.change(new Change.RepairRank(name, rank));
  }
}
