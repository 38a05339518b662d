package io.pando.cli.command.files;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.MdsInfo;
import io.pando.id.NodeId;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pando mds …}. */
@Command(name = "mds", description = "metadata servers of file systems")
public record MdsCommands(CommandContext context) {
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
