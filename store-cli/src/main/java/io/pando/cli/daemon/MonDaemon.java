package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MonitorEntry;
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

/** A running monitor: its network node, its replica of the log, its service. */
public final class MonDaemon implements AutoCloseable {
  private static final long NEVER_MILLIS = 31_536_000_000L;

  private final EventLoop loop;
  private final Network.Node node;
  private final RatisLog log;
  private final MonitorService service;

  private MonDaemon(EventLoop loop, Network.Node node, RatisLog log, MonitorService service) {
    this.loop = loop;
    this.node = node;
    this.log = log;
    this.service = service;
  }

  /** Starts a monitor; {@link DaemonException} names the cause of a failure. */
  public static MonDaemon start(DaemonContext daemonContext, MonitorEntry entry)
      throws DaemonException {
    EventLoop loop = daemonContext.loops(entry.id(), 1).getFirst();
    Network.Listen listen = new Network.Listen(entry.host(), entry.port());
    Network.Node node = daemonContext.attach(entry.node(), List.of(loop), listen);
    boolean started = false;
    try {
      MonDaemon daemon = start(daemonContext, entry, loop, node);
      started = true;
      return daemon;
    } catch (IOException failure) {
      throw new DaemonException(entry.node() + " cannot start: " + failure.getMessage(), failure);
    } finally {
      if (!started) {
        node.close();
      }
    }
  }

  private static MonDaemon start(
      DaemonContext daemonContext, MonitorEntry entry, EventLoop loop, Network.Node node)
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
    MonitorService service = OnLoop.get(loop, () -> MonitorService.start(settings, parts));
    return new MonDaemon(loop, node, log, service);
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
          service.close();
          return service;
        });
    node.close();
    log.close();
  }
}
