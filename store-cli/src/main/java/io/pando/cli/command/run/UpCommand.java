package io.pando.cli.command.run;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.cli.config.ConfigText;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.NewCluster;
import io.pando.cli.daemon.Provision;
import io.pando.cli.daemon.UntilStopped;
import io.pando.cli.output.Json;
import io.pando.cli.process.RunFolder;
import io.pando.client.Cluster;
import io.pando.client.PandoException;
import io.pando.disk.StoreKind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando up}: a cluster on this machine that stays up. */
@Command(name = "up", description = "run a cluster on this machine until it is stopped")
public final class UpCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** With --host: the other hosts may be started later. */
  private static final Duration PATIENCE_FOR_HOSTS = Duration.ofSeconds(200);

  private final CommandContext context;

  @Option(names = "--osds", paramLabel = "N", description = "OSDs of a new cluster (default: 3)")
  private @Nullable Integer osds;

  @Option(
      names = "--mons",
      paramLabel = "N",
      description = "monitors of a new cluster (default: 3)")
  private @Nullable Integer monitors;

  @Option(
      names = "--mds",
      paramLabel = "N",
      description = "metadata servers of a new cluster, for file systems (default: 0)")
  private @Nullable Integer metadataServers;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "data directory (default: .pando in the current directory)")
  private Path data = Path.of(".pando");

  @Option(names = "--processes", description = "run each daemon in a process of its own")
  private boolean processes;

  @Option(names = "--detach", description = "return when the cluster is up, and leave it running")
  private boolean detach;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "first port of a new cluster's monitors; 0: any free ports (default: 6789)")
  private @Nullable Integer port;

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description = "store of a new cluster: raw, kv or file (default: raw)")
  private @Nullable StoreKind store;

  @Option(
      names = "--host",
      arity = "0..1",
      paramLabel = "HOST",
      description =
          "run only the daemons of this host, as the configuration writes it, each in a process of"
              + " its own; without HOST: of the host whose address this machine has")
  private @Nullable String host;

  public UpCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws DaemonException, IOException, InterruptedException {
    long startNanos = System.nanoTime();
    ClusterConfig config = prepare();
    if (host != null && host.isEmpty()) {
      host = ThisHost.of(config);
    }
    ClusterConfig local = host == null ? config : config.onHost(host);
    RunFolder folder = RunFolder.of(config);
    if (detach) {
      int status = new Detached(config, folder, context).start(processes, host);
      context.location().remember(config.file());
      return status;
    } else {
      PrintStream err = context.console().err();
      folder.claim(RunFolder.UP);
      LocalDaemons daemons =
          processes || host != null
              ? LocalDaemons.processes(local, err)
              : LocalDaemons.embedded(config, err);
      StartupWait settling = start(config, local, daemons);
      UntilStopped.Ending ending =
          UntilStopped.whenStopped(
              err,
              () -> {
                err.println("pando: stopping");
                daemons.stop();
                folder.release(RunFolder.UP);
              });
      try {
        settle(config, local, settling, startNanos);
      } catch (Throwable failure) {
        ending.failed();
        throw failure;
      }
      UntilStopped.await();
    }
    context.location().remember(config.file());
    return ExitStatus.OK;
  }

  private ClusterConfig prepare() throws DaemonException, IOException {
    Path given = host == null ? context.givenConfig() : configOfHosts();
    Path file = given != null ? given : data.resolve(NewCluster.FILE);
    if (given != null || Files.exists(file)) {
      ClusterConfig config = ClusterConfig.read(file);
      refuseOther("--mons", monitors, config.monitors().size(), file);
      refuseOther("--osds", osds, config.osds().size(), file);
      refuseOther("--mds", metadataServers, config.metadataServers().size(), file);
      refuseOtherStore(config.settings().osd().storage().kind(), file);
      refuseOtherPort(config, file);
      return config;
    }
    int wantedMonitors = bounded("--mons", monitors, 1, 9);
    int wantedOsds = bounded("--osds", osds, 1, 100);
    refuseEven(wantedMonitors);
    int firstPort = port == null ? NewCluster.USUAL_PORT : port;
    UserError.checkRange("--port", firstPort, 0, 65_535);
    int wantedServers = metadataServers == null ? 0 : metadataServers;
    UserError.checkRange("--mds", wantedServers, 0, 100);
    Path written =
        NewCluster.write(
            data,
            wantedMonitors,
            new ConfigText.Osds(wantedOsds, 1, null),
            wantedServers,
            firstPort);
    if (store != null) {
      Files.writeString(
          written, "osd:\n  store: " + store.label() + "\n", StandardOpenOption.APPEND);
    }
    return ClusterConfig.read(written);
  }

  private Path configOfHosts() {
    try {
      return context.location().find(context.givenConfig());
    } catch (ConfigException none) {
      throw UserError.usage(
          "--host needs the configuration of the cluster: name it with -c FILE. 'pando init' writes"
              + " one");
    }
  }

  private void refuseOtherStore(StoreKind there, Path file) {
    if (store != null && store != there) {
      throw UserError.failed(
          ("the OSDs of %s have %s stores, so --store %s does not match. Choose another directory"
                  + " with --data")
              .formatted(file, there, store));
    }
  }

  /** Refuses another port than that of the configuration file; 0 accepts any port. */
  private void refuseOtherPort(ClusterConfig config, Path file) {
    int there = config.monitors().getFirst().port();
    if (port != null && port != 0 && port != there) {
      throw UserError.failed(
          ("the first monitor of %s listens on port %s, so --port %s does not match: monitors keep"
                  + " their ports. Choose another directory with --data")
              .formatted(file, there, port));
    }
  }

  private static void refuseEven(int monitors) {
    if (monitors % 2 == 0) {
      throw UserError.usage(
          ("--mons must be an odd number, is %s: a majority of them survives no more failures than"
                  + " one of %s")
              .formatted(monitors, monitors - 1));
    }
  }

  private static void refuseOther(String option, @Nullable Integer wanted, int there, Path file) {
    if (wanted != null && wanted != there) {
      throw UserError.failed(
          ("the cluster of %s has %s of them, so %s %s does not match. Edit the file, or choose"
                  + " another directory with --data")
              .formatted(file, there, option, wanted));
    }
  }

  private static int bounded(String option, @Nullable Integer wanted, int min, int max) {
    int value = wanted == null ? 3 : wanted;
    UserError.checkRange(option, value, min, max);
    return value;
  }

  /**
   * Starts all daemons that can be started; stops them again if there is no majority of monitors.
   */
  private StartupWait start(ClusterConfig config, ClusterConfig local, LocalDaemons daemons)
      throws DaemonException, IOException {
    try {
      daemons.startMonitors();
      SortedMap<Integer, String> purged;
      try (Cluster client = connect(config, daemons)) {
        purged = Provision.createOsds(client, local);
      }
      daemons.startOsds(purged);
      daemons.startMetadataServers();
      return new StartupWait(local, daemons, purged);
    } catch (Throwable failure) {
      daemons.stop();
      throw failure;
    }
  }

  private Duration patience() {
    return host == null ? PATIENCE : PATIENCE_FOR_HOSTS;
  }

  private Cluster connect(ClusterConfig config, LocalDaemons daemons) {
    try {
      return CommandContext.connect(config, patience());
    } catch (PandoException failure) {
      String troubles = String.join("; ", daemons.monitorTroubles());
      throw troubles.isEmpty()
          ? failure
          : UserError.failed(failure.getMessage() + ". Monitors do not run: " + troubles);
    }
  }

  private void settle(
      ClusterConfig config, ClusterConfig local, StartupWait settling, long startNanos)
      throws IOException, InterruptedException {
    List<String> troubles;
    try (Cluster client = CommandContext.connect(config, PATIENCE)) {
      troubles = new ArrayList<>(settling.await(client, PATIENCE));
    }
    if (host != null) {
      troubles.addAll(settling.awaitMonitors(PATIENCE));
    }
    context.location().remember(config.file());
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    context.print(() -> json(local, troubles, seconds), () -> print(local, troubles, seconds));
    context.console().out().flush();
    // A process that waits for the file must not read it half written.
    Path ready = RunFolder.of(config).folder().resolve(Detached.READY);
    Path half = ready.resolveSibling(Detached.READY + ".half");
    Files.writeString(half, String.join("\n", troubles));
    Files.move(half, ready, StandardCopyOption.ATOMIC_MOVE);
  }

  private static Json json(ClusterConfig config, List<String> troubles, double seconds) {
    return new Json()
        .put("cluster", config.cluster().toString())
        .put("seconds", seconds)
        .put("configuration", config.file().toString())
        .put("monitor_ports", config.monitors().stream().map(MonitorEntry::port).toList())
        .put("osds", config.osds().size())
        .put("metadata_servers", config.metadataServers().size())
        .put("not_up", troubles);
  }

  private void print(ClusterConfig config, List<String> troubles, double seconds) {
    String ports =
        config.monitors().stream()
            .map(MonitorEntry::port)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    String all = troubles.isEmpty() ? "is up" : "is up in part";
    String what = host == null ? "Cluster" : "Host " + host + " of cluster";
    context.printf("%s %s %s after %.1f s.", what, config.cluster(), all, seconds);
    troubles.forEach(trouble -> context.print("  NOT UP         " + trouble));
    context.print("  configuration  " + config.file());
    context.print(
        "  monitors       "
            + config.monitors().size()
            + (ports.isEmpty() ? "" : ", ports " + ports));
    context.print("  OSDs           " + config.osds().size());
    if (!config.metadataServers().isEmpty()) {
      context.print("  MDSs           " + config.metadataServers().size());
    }
    context.print("Try 'pando status'. Ctrl-C or 'pando down' stops it; no data is lost.");
  }
}
