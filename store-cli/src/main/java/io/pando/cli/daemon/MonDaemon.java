package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.metrics.ClusterMeters;
import io.pando.cli.metrics.DaemonMetrics;
import io.pando.cli.socket.DaemonSocket;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.mon.InitialMap;
import io.pando.mon.MonitorMachine;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.raft.RaftOptions;
import io.pando.mon.raft.RatisLog;
import io.pando.mon.service.MonitorService;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A running monitor: its network node, its replica of the log, its service. */
public final class MonDaemon implements AutoCloseable {
  private static final long SHOW_NANOS = 5_000_000_000L;
  private static final long NEVER_MILLIS = 31_536_000_000L;

  private final EventLoop loop;
  private final Network.Node node;
  private final RatisLog log;
  private final MonitorService service;
  private final DaemonMetrics metrics;
  private @Nullable DaemonSocket socket;
  private boolean closed;

  private MonDaemon(
      EventLoop loop,
      Network.Node node,
      RatisLog log,
      MonitorService service,
      DaemonMetrics metrics) {
    this.loop = loop;
    this.node = node;
    this.log = log;
    this.service = service;
    this.metrics = metrics;
  }

  /** Starts a monitor; {@link DaemonException} names the cause of a failure. */
  public static MonDaemon start(DaemonContext daemonContext, MonitorEntry entry)
      throws DaemonException {
    EventLoop loop = daemonContext.loops(entry.id(), 1).getFirst();
    Network.Listen listen = new Network.Listen(entry.host(), entry.port());
    Network.Node node = daemonContext.attach(entry.node(), List.of(loop), listen);
    DaemonMetrics metrics = null;
    boolean started = false;
    try {
      metrics = daemonContext.metrics(entry.node(), entry.host());
      MonDaemon daemon = start(daemonContext, entry, loop, node, metrics);
      daemonContext.log().note(entry.node().toString(), metrics.describe());
      started = true;
      return daemon;
    } catch (IOException failure) {
      throw new DaemonException(entry.node() + " cannot start: " + failure.getMessage(), failure);
    } finally {
      if (!started) {
        node.close();
        if (metrics != null) {
          metrics.close();
        }
      }
    }
  }

  private static MonDaemon start(
      DaemonContext daemonContext,
      MonitorEntry entry,
      EventLoop loop,
      Network.Node node,
      DaemonMetrics metrics)
      throws IOException, DaemonException {
    ClusterConfig config = daemonContext.config();
    List<MonitorInfo> monitors = config.monitors().stream().map(MonDaemon::info).toList();
    MonitorMachine machine = new MonitorMachine();
    int electionMillis = config.settings().monitor().electionMillis();
    RaftOptions options =
        new RaftOptions(
            new RaftOptions.Peers(config.cluster(), entry.node(), monitors),
            entry.data(),
            new RaftOptions.Elections(electionMillis, 2 * electionMillis),
            2_000);
    ClusterMap initial =
        InitialMap.of(
            config.cluster(),
            monitors,
            config.settings().monitor().failureDomain(),
            loop.wallMillis());
    RatisLog log =
        RatisLog.open(
            options,
            loop,
            machine,
            broken -> daemonContext.log().fatal(entry.node().toString(), broken.toString()));
    MonitorService.Parts parts =
        new MonitorService.Parts(
            loop, node.endpoints().getFirst(), log, machine, initial, DaemonContext.random());
    MonitorConfig settings = settings(config);
    MonitorService service =
        OnLoop.get(loop, () -> MonitorService.start(settings, parts, metrics.registry()));
    MonDaemon daemon = new MonDaemon(loop, node, log, service, metrics);
    loop.execute(() -> daemon.show(new ClusterMeters(metrics.registry())));
    DaemonQuestions questions = new DaemonQuestions(entry.node().toString(), config, metrics);
    daemon.socket = daemonContext.socket(entry.node(), questions);
    return daemon;
  }

  /** Shows the cluster's figures now and from time to time while this monitor leads. */
  private void show(ClusterMeters cluster) {
    if (!closed) {
      cluster.show(service.leaderView());
      loop.schedule(SHOW_NANOS, () -> show(cluster));
    }
  }

  private static MonitorInfo info(MonitorEntry entry) {
    return new MonitorInfo(entry.node(), entry.host(), entry.port(), entry.raftPort());
  }

  private static MonitorConfig settings(ClusterConfig config) {
    MonitorRules usual = MonitorRules.DEFAULT;
    int seconds = config.settings().monitor().downOutSeconds();
    MonitorRules rules =
        new MonitorRules(
            new MonitorRules.FailureReporting(
                config.settings().monitor().reporters(), usual.failures().reportLifeMillis()),
            new MonitorRules.Marking(
                seconds == 0 ? NEVER_MILLIS : TimeUnit.SECONDS.toMillis(seconds),
                usual.marking().minInPercent(),
                usual.marking().minUpPercent()),
            usual.flapping(),
            usual.recentIncrementals(),
            new MonitorRules.PoolDefaults(
                usual.pools().poolSize(),
                usual.pools().poolGroups(),
                config.settings().osd().removedPoolGrace().toMillis()));
    return MonitorConfig.DEFAULT.withRules(rules);
  }

  /** Stops the monitor cleanly. */
  @Override
  public void close() throws DaemonException {
    OnLoop.get(
        loop,
        () -> {
          closed = true;
          service.close();
          return service;
        });
    node.close();
    log.close();
    if (socket != null) {
      socket.close();
    }
    metrics.close();
  }
}
