package io.pando.cli.command.status;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.files.MdsInfo;
import io.pando.cluster.release.Release;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Commands about the releases that daemons run. */
public record ReleaseCommands(CommandContext context) {
  /** All of these commands. */
  public List<Object> all() {
    return List.of(new Versions(context), new RequireRelease(context));
  }

  @Command(
      name = "versions",
      description = "show the release that the cluster requires, and the one that each daemon runs")
  private record Versions(CommandContext context) implements Callable<Integer> {
    @Override
    public Integer call() {
      return context.connected(cluster -> {
        ClusterMap map = cluster.admin().map();
        context.print(() -> json(map), () -> print(map));
      });
    }

    private void print(ClusterMap map) {
      int required = map.releases().required();
      context.print("required release: " + (required == 0 ? "none" : Release.describe(required)));
      Table table = new Table().left("DAEMON", "RELEASE", "STATUS");
      daemons(map)
          .forEach(daemon ->
              table.row(daemon, Release.describe(map.releaseOf(daemon)), state(map, daemon)));
      table.print(context.console().out());
    }

    /**
     * An OSD that is down may run another release when it comes up. A metadata server that is down
     * is not in the map.
     */
    private static String state(ClusterMap map, NodeId daemon) {
      return switch (daemon.role()) {
        case OSD -> map.isUp(daemon.osd()) ? "up" : "down";
        case MDS -> "up";
        case MON, CLIENT -> "";
      };
    }

    private static Json json(ClusterMap map) {
      Json running = new Json();
      daemons(map).forEach(daemon -> running.put(daemon.toString(), name(map.releaseOf(daemon))));
      return new Json().put("required", name(map.releases().required())).put("daemons", running);
    }

    private static @Nullable String name(int release) {
      return release == 0 ? null : Release.describe(release);
    }

    private static List<NodeId> daemons(ClusterMap map) {
      return Stream.of(
              map.monitors().stream().map(MonitorInfo::node),
              map.osds().keySet().stream().map(OsdId::node),
              map.files().daemons().values().stream().map(MdsInfo::node).sorted())
          .flatMap(each -> each)
          .toList();
    }
  }

  @Command(
      name = "require-release",
      description = {
        "require that all daemons run at least this release",
        "What a release adds to messages and stored data is used only once it is required. Refused "
            + "while an older daemon is up; never taken back: there is no downgrade after it."
      })
  private static final class RequireRelease implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(
        arity = "0..1",
        paramLabel = "RELEASE",
        description = "as in 0.1.0 (default: the release of this program)")
    private @Nullable String version;

    RequireRelease(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return context.change(new Change.RequireRelease(release().number()));
    }

    private Release release() {
      return version == null
          ? Release.current()
          : Release.labelled(version)
              .orElseThrow(() ->
                  UserError.usage(
                      "release '%s' is not known to this program (there are: %s)"
                          .formatted(version, Release.labels())));
    }
  }
}
