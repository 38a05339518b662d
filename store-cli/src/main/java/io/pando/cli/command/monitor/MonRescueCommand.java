package io.pando.cli.command.monitor;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Json;
import io.pando.cli.process.RunFolder;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.mon.rescue.Rescue;
import io.pando.mon.state.MonitorState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a new quorum of one monitor when more than half of the monitors are lost. */
@Command(
    name = "rescue",
    description = {
      "make a new quorum of one monitor, when more than half of the monitors are lost for good.",
      "",
      "Run it on the machine of the surviving monitor, which must not run; or of a new one, with"
          + " --from-osds or --from. The new quorum continues from the newest cluster map found. Give"
          + " --from-osds in any case, with as many OSDs as can be reached: their maps may be newer.",
      "",
      "All other monitors are gone afterwards: never start them again with their old folders. Add"
          + " new ones with 'pando mon add'."
    })
public final class MonRescueCommand implements Callable<Integer> {
  private static final int PROBE_MILLIS = 1_000;

  private final CommandContext context;

  @Option(
      names = "--id",
      paramLabel = "N",
      required = true,
      description = "number of the monitor that makes the new quorum")
  private int id;

  @Option(
      names = "--from-osds",
      paramLabel = "DIR",
      arity = "1..*",
      description = "directories of stopped OSDs, whose newest cluster map counts too")
  private List<Path> osds = new ArrayList<>();

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "a backup by 'mon export', which counts too")
  private @Nullable Path backup;

  public MonRescueCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, DaemonException {
    ClusterConfig config = context.config();
    Survivor survivor = Survivor.of(config, id);
    refuseRunning(config, survivor);
    Optional<MonitorState> own = survivor.state();
    RescueSources sources = RescueSources.read(config, survivor, own, osds, backup);
    ClusterMap newest = sources.newest().map();
    refuseMajority(newest, survivor, own.isPresent());
    MonitorInfo place = survivor.place();
    MonitorState next = Rescue.of(sources.newest(), place, System.currentTimeMillis());
    Path earlier = NewQuorum.make(config, survivor, next);
    List<String> unknown = sources.unknown();
    context.print(
        () ->
            new Json()
                .put("epoch_found", newest.epoch())
                .put("epoch", next.map().epoch())
                .put("from", sources.from())
                .put("unknown", unknown)
                .put("set_aside", earlier.toString()),
        () -> print(next, sources, earlier));
    return ExitStatus.OK;
  }

  private void print(MonitorState next, RescueSources sources, Path earlier) {
    context.printf(
        "mon.%d is the only monitor now, with map %d: made from map %d of %s",
        id, next.map().epoch(), sources.newest().map().epoch(), sources.from());
    context.print("not known:");
    sources.unknown().forEach(line -> context.print("  - " + line));
    context.printf("the folder's former content is in %s", earlier);
    context.printf(
        "next: start it (pando mon --id %d), start the OSDs, and add monitors (pando mon add)", id);
  }

  private void refuseRunning(ClusterConfig config, Survivor survivor) throws IOException {
    RunFolder folder = RunFolder.of(config);
    boolean inUse =
        survivor.isInUse()
            || folder.running("mon." + id).isPresent()
            || folder.running(RunFolder.UP).isPresent();
    if (inUse) {
      throw UserError.failed(
          "the folder %s of mon.%d is in use: stop the monitor first"
              .formatted(survivor.data(), id));
    }
  }

  /** A rescue beside monitors that can go on would make a second cluster of the same name. */
  private void refuseMajority(ClusterMap map, Survivor survivor, boolean hasState) {
    List<MonitorInfo> all = map.monitors();
    List<String> answering = new ArrayList<>();
    for (MonitorInfo monitor : all) {
      if (!monitor.node().equals(survivor.node()) && answers(monitor)) {
        answering.add("%s at %s:%d".formatted(monitor.node(), monitor.host(), monitor.port()));
      }
    }
    boolean member = all.stream().anyMatch(it -> it.node().equals(survivor.node()));
    int left = answering.size() + (hasState && member ? 1 : 0);
    if (left > all.size() / 2) {
      throw UserError.failed(
          answering.isEmpty()
              ? "mon.%d is the only monitor and has its state: start it (pando mon --id %d)"
                  .formatted(id, id)
              : ("%s run, and with mon.%d more than half of the %d monitors are left: start it (pando mon"
                      + " --id %d), no rescue is needed")
                  .formatted(String.join(", ", answering), id, all.size(), id));
    }
    if (!answering.isEmpty()) {
      throw UserError.failed(
          "%s still run, and would go on with the old map: stop them for good first"
              .formatted(String.join(", ", answering)));
    }
  }

  private static boolean answers(MonitorInfo monitor) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(monitor.host(), monitor.port()), PROBE_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
