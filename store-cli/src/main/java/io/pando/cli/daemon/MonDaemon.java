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
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Looks at the map without a leader until the other monitors are asked. */
  private static final int LOOKS_ALONE = 5;

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
            RaftOptions.Elections.of(electionMillis),
            2_000);
    List<MonitorInfo> founders =
        membership.founders().isEmpty() ? List.of(membership.self()) : membership.founders();
    ClusterMap initial =
        InitialMap.of(
            config.cluster(),
            founders,
            config.settings().monitor().failureDomain(),
            loop.wallMillis());
    MonitorLife life = new MonitorLife(daemonContext, membership.self());
    RatisLog log = RatisLog.open(options, loop, machine, broken -> onBroken(life, broken));
    MonitorService.Parts parts =
        new MonitorService.Parts(loop, transport, log, machine, initial, DaemonContext.random());
    MonitorConfig settings = ConfiguredMonitor.of(config);
    MonitorService service =
        OnLoop.get(loop, () -> MonitorService.start(settings, parts, metrics.registry()));
    Running opened = new Running(membership.self(), log, service);
    running = opened;
    loop.execute(() -> lookAtMap(opened, life, 0));
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
   * cluster requires a newer release. Without a leader it asks the others from time to time.
   *
   * @param alone looks in a row without a leader
   */
  private void lookAtMap(Running running, MonitorLife life, int alone) {
    MonitorInfo self = running.self();
    ReplicatedLog.View view = running.log().view();
    Optional<String> old =
        machine
            .state()
            .flatMap(state ->
                ReleaseRules.objection(state.map(), self.node(), Release.current().number()));
    Optional<String> over = whyOver(life);
    if (closed) {
      return;
    }
    if (old.isPresent()) {
      fatal(old.get());
    } else if (over.isPresent() && !view.members().contains(ReplicatedLog.Member.of(self))) {
      leave(over.get());
    } else {
      int now = view.leader() == null ? alone + 1 : 0;
      if (now % LOOKS_ALONE == LOOKS_ALONE - 1) {
        life.ask(knownMonitors(), why -> why.ifPresent(this::leave));
      }
      loop.schedule(LOOK_NANOS, () -> lookAtMap(running, life, now));
    }
  }

  /** The log has stopped, as it also does when its replica is removed: the others know which. */
  private void onBroken(MonitorLife life, Throwable broken) {
    Running stopped = running;
    if (stopped != null) {
      stopped.service().close();
    }
    whyOver(life)
        .ifPresentOrElse(
            this::leave,
            () ->
                life.ask(
                    knownMonitors(),
                    why -> why.ifPresentOrElse(this::leave, () -> fatal(whyBroken(broken)))));
  }

  private String whyBroken(Throwable broken) {
    return broken.getMessage()
        + ". If the monitor was removed or replaced while it was down (pando mon stat shows the"
        + " monitors), move "
        + entry.data()
        + " away";
  }

  private void leave(String why) {
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

  /** Why this life of the monitor is over by its own map; on the loop. */
  private Optional<String> whyOver(MonitorLife life) {
    return machine.state().flatMap(state -> life.whyOver(state.map()));
  }

  private List<MonitorInfo> knownMonitors() {
    return machine.state().map(state -> state.map().monitors()).orElse(List.of());
  }

  private void fatal(String why) {
    daemonContext.log().fatal(entry.node().toString(), why);
  }

  private static MonitorInfo info(MonitorEntry entry) {
    return new MonitorInfo(entry.node(), entry.host(), entry.port(), entry.raftPort());
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
