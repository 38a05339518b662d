package io.pando.cli.command.run;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.OsdEntry;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.EmbeddedCluster;
import io.pando.cli.daemon.ProcessLog;
import io.pando.cli.output.LogSetup;
import io.pando.cli.process.ProcessCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The daemons that {@code pando up} runs, in this process or in processes of their own. */
interface LocalDaemons {
  /** Starts all monitors that can be started. */
  void startMonitors() throws DaemonException, IOException;

  /** Starts all OSDs that can be started, except those in {@code without}. */
  void startOsds(SortedMap<Integer, String> without) throws IOException;

  /** Starts all metadata servers that can be started. */
  void startMetadataServers() throws IOException;

  /** Reasons why monitors do not run. */
  List<String> monitorTroubles();

  /** Why an OSD does not run, or may not join the cluster; empty if no reason is known. */
  Optional<String> trouble(int osd);

  /** Why a metadata server does not run; empty if no reason is known. */
  Optional<String> troubleOfMds(int mds);

  /** Stops all. */
  void stop() throws DaemonException;

  /** Daemons in this process. */
  static LocalDaemons embedded(ClusterConfig config, PrintStream err) throws IOException {
    Path log = Files.createDirectories(config.file().resolveSibling("log")).resolve("pando.log");
    BootRefusals refusals = BootRefusals.since(log);
    LogSetup.daemon(log, config.settings().log());
    ProcessLog daemonLog = new ProcessLog(err);
    return new Embedded(EmbeddedCluster.open(config, daemonLog), daemonLog, refusals);
  }

  /** A process for each daemon. */
  static LocalDaemons processes(ClusterConfig config, PrintStream err) throws IOException {
    return new Processes(config, new ProcessCluster(config, err));
  }

  /** Daemons in this process. */
  final class Embedded implements LocalDaemons {
    private final EmbeddedCluster cluster;
    private final ProcessLog log;
    private final BootRefusals refusals;
    private final SortedMap<Integer, String> failed = new TreeMap<>();
    private final SortedMap<Integer, String> failedServers = new TreeMap<>();
    private List<String> monitors = List.of();

    private Embedded(EmbeddedCluster cluster, ProcessLog log, BootRefusals refusals) {
      this.cluster = cluster;
      this.log = log;
      this.refusals = refusals;
    }

    @Override
    public void startMonitors() throws DaemonException {
      monitors = cluster.startMonitors();
    }

    @Override
    public void startOsds(SortedMap<Integer, String> without) {
      cluster.startOsds(without).forEach((osd, why) -> failed.put(osd, why.getMessage()));
      log.watchThreads();
    }

    @Override
    public void startMetadataServers() {
      cluster
          .startMetadataServers()
          .forEach((mds, why) -> failedServers.put(mds, why.getMessage()));
    }

    @Override
    public List<String> monitorTroubles() {
      return monitors;
    }

    @Override
    public Optional<String> troubleOfMds(int mds) {
      return Optional.ofNullable(failedServers.get(mds));
    }

    @Override
    public Optional<String> trouble(int osd) {
      return Optional.ofNullable(failed.get(osd)).or(() -> refusals.of(osd));
    }

    @Override
    public void stop() throws DaemonException {
      cluster.close();
    }
  }

  /** A process for each daemon. */
  final class Processes implements LocalDaemons {
    private final ClusterConfig config;
    private final ProcessCluster cluster;
    private final SortedMap<Integer, BootRefusals> refusals = new TreeMap<>();

    private Processes(ClusterConfig config, ProcessCluster cluster) {
      this.config = config;
      this.cluster = cluster;
    }

    @Override
    public void startMonitors() throws IOException {
      cluster.startMonitors();
    }

    @Override
    public void startOsds(SortedMap<Integer, String> without) throws IOException {
      Path logs = config.file().resolveSibling("log");
      for (OsdEntry osd : config.osds()) {
        refusals.put(osd.id(), BootRefusals.since(logs.resolve("osd." + osd.id() + ".log")));
      }
      cluster.startOsds(without);
    }

    @Override
    public void startMetadataServers() throws IOException {
      cluster.startMetadataServers();
    }

    @Override
    public Optional<String> troubleOfMds(int mds) {
      return cluster.whyEnded("mds." + mds);
    }

    @Override
    public List<String> monitorTroubles() {
      List<String> troubles = new ArrayList<>();
      config
          .monitors()
          .forEach(monitor -> cluster.whyEnded("mon." + monitor.id()).ifPresent(troubles::add));
      return troubles;
    }

    @Override
    public Optional<String> trouble(int osd) {
      return cluster
          .whyEnded("osd." + osd)
          .or(() -> Optional.ofNullable(refusals.get(osd)).flatMap(log -> log.of(osd)));
    }

    @Override
    public void stop() {
      cluster.close();
    }
  }
}
