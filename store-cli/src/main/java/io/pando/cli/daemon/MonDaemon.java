package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.metrics.ClusterMeters;
import io.pando.cli.metrics.DaemonMetrics;
import io.pando.cli.socket.DaemonSocket;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.release.Release;
import io.pando.id.ClusterId;
import io.pando.mon.InitialMap;
import io.pando.mon.MonitorMachine;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.join.JoinService;
import io.pando.mon.join.SharedEndpoint;
import io.pando.mon.raft.MonitorFolder;
import io.pando.mon.raft.RaftOptions;
import io.pando.mon.raft.RaftPort;
import io.pando.mon.raft.RatisLog;
import io.pando.mon.rules.ReleaseRules;
import io.pando.mon.service.MonitorService;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.ReplicatedLog;
import io.pando.port.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A running monitor: its network node, its replica of the log, its service. A monitor whose folder
 * is empty first finds out how it begins.
 *
 * <pre>
 *   empty folder ──▶ joining ──▶ running ──removed, or its log stopped──▶ the process ends
 *   folder with a log ─────────────▲
 * </pre>
 */
public final class MonDaemon implements AutoCloseable {
  private static final long SHOW_NANOS = 5_000_000_000L;
  private static final long NEVER_MILLIS = 31_536_000_000L;
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final DaemonContext daemonContext;
  private final MonitorEntry entry;
  private final EventLoop loop;
  private final Network.Node node;
  private final Transport transport;
  private final MonitorFolder folder;
  private final DaemonMetrics metrics;
  private final MonitorMachine machine = new MonitorMachine();
  private final Object lock = new Object();
  private @Nullable JoinService joining;
  private @Nullable Running running;
  private @Nullable DaemonSocket socket;
  private volatile boolean closed;

  private record Running(MonitorInfo self, RatisLog log, MonitorService service) {}

  private MonDaemon(
      DaemonContext daemonContext,
      MonitorEntry entry,
      EventLoop loop,
      Network.Node node,
      MonitorFolder folder,
      DaemonMetrics metrics)
      throws DaemonException {
    this.daemonContext = daemonContext;
    this.entry = entry;
    this.loop = loop;
    this.node = node;
    this.transport = OnLoop.get(loop, () -> SharedEndpoint.of(node.endpoints().getFirst()));
    this.folder = folder;
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
      node.bind(metrics.registry());
      MonitorFolder folder = claim(daemonContext, entry);
      MonDaemon daemon = new MonDaemon(daemonContext, entry, loop, node, folder, metrics);
      daemon.begin();
      daemon.openSocket();
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

  private static MonitorFolder claim(DaemonContext daemonContext, MonitorEntry entry)
      throws IOException {
    ClusterId cluster = daemonContext.config().cluster();
    MonitorFolder folder = MonitorFolder.claim(entry.data(), cluster, entry.node());
    if (!folder.hasLeft()) {
      return folder;
    }
    Path earlier = folder.setAside();
    daemonContext
        .log()
        .note(entry.node().toString(), "its earlier life is over; what it stored is in " + earlier);
    return MonitorFolder.claim(entry.data(), cluster, entry.node());
  }

  private void begin() throws IOException, DaemonException {
    Optional<MonitorFolder.Membership> known = folder.membership();
    if (known.isPresent()) {
      requireAddress(known.get().self());
      open(known.get());
    } else if (folder.holdsLog()) {
      // Written by a release whose monitors could not change.
      open(founder());
    } else {
      RaftPort.require(entry.node(), entry.host(), entry.raftPort());
      JoinService.Parts parts =
          new JoinService.Parts(
              loop, transport, DaemonContext.random(), daemonContext.config().cluster());
      joining =
          OnLoop.get(
              loop,
              () ->
                  JoinService.start(
                      parts, entry.node(), daemonContext.monitors(), this::onBeginning));
    }
  }

  private MonitorFolder.Membership founder() {
    return new MonitorFolder.Membership(
        info(entry), daemonContext.config().monitors().stream().map(MonDaemon::info).toList());
  }

  private void requireAddress(MonitorInfo self) throws DaemonException {
    if (!self.host().equals(entry.host())
        || self.port() != entry.port()
        || self.raftPort() != entry.raftPort()) {
      throw new DaemonException(
          ("%s is at %s:%d (raft port %d) by the cluster map that it knows, but at %s:%d (raft port %d)"
                  + " in the configuration: correct the configuration; or, if it was moved (pando mon"
                  + " move %d), move its folder %s away, so that it begins again")
              .formatted(
                  entry.node(),
                  self.host(),
                  self.port(),
                  self.raftPort(),
                  entry.host(),
                  entry.port(),
                  entry.raftPort(),
                  entry.id(),
                  entry.data()));
    }
  }

  /** Opens the log on a thread of its own, since that waits for the loop. */
  private void onBeginning(JoinService.Beginning beginning) {
    Thread.ofPlatform()
        .daemon()
        .name("begin-" + entry.node())
        .start(() -> {
          try {
            begin(beginning);
          } catch (IOException | DaemonException failure) {
            end("cannot start: " + failure.getMessage(), 1);
          }
        });
  }

  private void begin(JoinService.Beginning beginning) throws IOException, DaemonException {
    switch (beginning) {
      case JoinService.Beginning.Refused(String reason) -> end("cannot start: " + reason, 1);
      case JoinService.Beginning.Found _ -> openNew(founder());
      case JoinService.Beginning.Joins(MonitorInfo self) -> {
        requireAddress(self);
        openNew(new MonitorFolder.Membership(self, List.of()));
      }
    }
  }

  private void openNew(MonitorFolder.Membership membership) throws IOException, DaemonException {
    synchronized (lock) {
      if (!closed) {
        open(membership);
      }
    }
  }

  private void open(MonitorFolder.Membership membership) throws IOException, DaemonException {
    folder.write(membership);
    ClusterConfig config = daemonContext.config();
    int electionMillis = config.settings().monitor().electionMillis();
    RaftOptions options =
        new RaftOptions(
            membership.peers(config.cluster()),
            entry.data(),
            new RaftOptions.Elections(electionMillis, 2 * electionMillis),
            2_000);
    List<MonitorInfo> founders =
        membership.founders().isEmpty() ? List.of(membership.self()) : membership.founders();
    ClusterMap initial =
        InitialMap.of(
            config.cluster(),
            founders,
            config.settings().monitor().failureDomain(),
            loop.wallMillis());
    RatisLog log = RatisLog.open(options, loop, machine, broken -> onBroken(membership, broken));
    MonitorService.Parts parts =
        new MonitorService.Parts(loop, transport, log, machine, initial, DaemonContext.random());
    MonitorConfig settings = settings(config);
    MonitorService service =
        OnLoop.get(loop, () -> MonitorService.start(settings, parts, metrics.registry()));
    running = new Running(membership.self(), log, service);
    loop.execute(() -> lookAtMap(membership.self(), log));
    loop.execute(() -> show(service, metrics.ofCluster()));
  }

  /** Shows the cluster's figures now and from time to time while this monitor leads. */
  private void show(MonitorService service, ClusterMeters cluster) {
    if (!closed) {
      cluster.show(service.leaderView());
      loop.schedule(SHOW_NANOS, () -> show(service, cluster));
    }
  }

  private void openSocket() {
    DaemonQuestions questions =
        new DaemonQuestions(entry.node().toString(), daemonContext.config(), metrics);
    socket = daemonContext.socket(entry.node(), questions);
  }

  /**
   * Ends the monitor once it is no member any more, neither by the map nor by the log, or once the
   * cluster requires a newer release.
   */
  private void lookAtMap(MonitorInfo self, RatisLog log) {
    Optional<String> old =
        machine
            .state()
            .flatMap(state ->
                ReleaseRules.objection(state.map(), self.node(), Release.current().number()));
    if (old.isPresent()) {
      fatal(old.get());
    } else if (whyOver(self).isPresent()
        && !log.view().members().contains(ReplicatedLog.Member.of(self))) {
      leave(self);
    } else {
      loop.schedule(LOOK_NANOS, () -> lookAtMap(self, log));
    }
  }

  private void onBroken(MonitorFolder.Membership membership, Throwable broken) {
    if (whyOver(membership.self()).isPresent()) {
      leave(membership.self());
    } else {
      fatal(
          broken.getMessage()
              + ". If the monitor was removed or replaced while it was down (pando mon stat shows the"
              + " monitors), move "
              + entry.data()
              + " away");
    }
  }

  private void leave(MonitorInfo self) {
    String why = whyOver(self).orElse("it was removed");
    try {
      folder.leave(why);
    } catch (IOException e) {
      daemonContext.log().note(entry.node().toString(), "its folder could not be marked: " + e);
    }
    end(why, 0);
  }

  /** Ends the process, or this monitor alone if the process runs other daemons. */
  private void end(String why, int status) {
    String sentence = entry.node() + " " + why;
    if (daemonContext.alone()) {
      daemonContext.log().ended(entry.node().toString(), sentence, status);
      return;
    }
    daemonContext.log().note(entry.node().toString(), sentence);
    Thread.ofPlatform()
        .daemon()
        .name("end-" + entry.node())
        .start(() -> {
          try {
            close();
          } catch (DaemonException e) {
            daemonContext.log().note(entry.node().toString(), String.valueOf(e.getMessage()));
          }
        });
  }

  /** Why this life of the monitor is over by the map; on the loop. */
  private Optional<String> whyOver(MonitorInfo self) {
    return machine.state().flatMap(state -> whyOver(self, state.map()));
  }

  private static Optional<String> whyOver(MonitorInfo self, ClusterMap map) {
    if (map.epoch() < self.life()) {
      // A monitor that copies the others' state passes maps from before its life.
      return Optional.empty();
    }
    Optional<MonitorInfo> now =
        map.monitors().stream().filter(it -> it.node().equals(self.node())).findFirst();
    if (now.isEmpty()) {
      return Optional.of(
          "was removed from the cluster (map %d). To add it again: pando mon add %d"
              .formatted(map.epoch(), self.node().number()));
    }
    return now.get().life() == self.life()
        ? Optional.empty()
        : Optional.of(
            "began again at %s:%d (map %d): start it there"
                .formatted(now.get().host(), now.get().port(), map.epoch()));
  }

  private void fatal(String why) {
    daemonContext.log().fatal(entry.node().toString(), why);
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
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      JoinService waiting = joining;
      Running daemon = running;
      OnLoop.get(
          loop,
          () -> {
            if (waiting != null) {
              waiting.close();
            }
            if (daemon != null) {
              daemon.service().close();
            }
            return folder;
          });
      node.close();
      if (daemon != null) {
        daemon.log().close();
      }
      if (socket != null) {
        socket.close();
      }
      metrics.close();
    }
  }
}
