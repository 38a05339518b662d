package io.pando.osd;

import io.pando.check.Invariant;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.fullness.FullRatios;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.message.DaemonMessage;
import io.pando.message.Heartbeat;
import io.pando.message.Message;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.heartbeat.EarlyPings;
import io.pando.osd.heartbeat.HeartbeatRound;
import io.pando.osd.heartbeat.HeartbeatTimer;
import io.pando.osd.metrics.OsdMeters;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.shard.OsdShard;
import io.pando.osd.shard.ShardPlace;
import io.pando.osd.shard.ShardPorts;
import io.pando.osd.shard.ShardReport;
import io.pando.osd.shard.UpMark;
import io.pando.osd.traffic.UnknownPeers;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.report.OpenOperation;
import io.pando.report.OsdPerformance;
import io.pando.session.MonitorSession;
import io.pando.session.PeerStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The shell of one incarnation of a storage daemon. It gets the incarnation marked up, passes every
 * newer map to the shards, watches the peers, and sends beacons to the monitors. It runs on the
 * loop of shard 0, its <em>home</em>; {@link #start} and {@link #stop} may be called on any thread.
 *
 * <pre>
 *   start ─▶ shards load ─▶ saved map ─▶ session with the monitors ─▶ boot ─▶ up
 *   up ──stop──▶ marked down ─▶ flushed
 * </pre>
 */
public final class OsdDaemon {
  private static final long STOP_PATIENCE_NANOS = 3_000_000_000L;
  private static final long SOON_NANOS = 50_000_000L;
  private static final long RETRY_NANOS = 500_000_000L;

  private final OsdConfig config;
  private final OsdIdentity self;
  private final DaemonHost host;
  private final OsdMeters meters;
  private final EventLoop home;
  private final Shards shards;
  private final SortedSet<OsdId> neighbours = new TreeSet<>();
  private final MonitorSession session;
  private final UpMark upMark;
  private final BootSequence boot;
  private final HeartbeatRound heartbeats;
  private final HeartbeatTimer heartbeatTimer;
  private final Beacons beacons;
  private final Performances performances;
  private final SavedMap savedMap;
  private final EarlyPings earlyPings = new EarlyPings();
  private final UnknownPeers strangers = new UnknownPeers(this::note);
  private int fullness;
  private boolean full;
  private boolean beaconDue;
  private boolean stopping;
  private boolean flushing;
  private @Nullable ClusterMap map;

  /**
   * Creates a daemon that is not started.
   *
   * @param monitors addresses for the first contact; later the map has them
   * @param ports ports of the shards, shard 0 first: one or more, as many as the stores were made
   *     for
   */
  public OsdDaemon(
      OsdConfig config,
      OsdIdentity self,
      List<Address> monitors,
      List<ShardPorts> ports,
      Random64 random,
      DaemonHost host) {
    Invariant.check(!ports.isEmpty(), "an OSD has a shard");
    this.config = config;
    this.self = self;
    this.host = host;
    this.meters = new OsdMeters(host.registry());
    ShardPorts first = ports.getFirst();
    this.home = first.loop();
    List<ShardHost> hosts = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      ShardPlace place = new ShardPlace(i, ports.size());
      Random64 forShard = random.split();
      hosts.add(
          new ShardHost(
              ports.get(i),
              this,
              (its, owner) -> new OsdShard(config, self, place, its, owner, forShard)));
    }
    this.shards = new Shards(home, hosts);
    MonitorSession.Link link = new MonitorSession.Link(home, first.transport());
    this.session =
        new MonitorSession(
            config.monitors(), link, monitors, self.cluster(), random.split(), this::onMap);
    this.upMark = new UpMark(self);
    this.boot =
        new BootSequence(
            config,
            self,
            ports.size(),
            link,
            session,
            new BootSequence.BootHost(random.split(), host, upMark));
    this.heartbeats =
        new HeartbeatRound(self, config, home, first.transport(), this::request, shards::onPongs);
    this.heartbeatTimer = new HeartbeatTimer(config.liveness(), home, this::ping);
    this.beacons = new Beacons(self, first.transport(), meters);
    this.performances = new Performances(self.id(), shards, first.transport(), host, meters);
    this.savedMap = new SavedMap(first.store(), this::fatal);
  }

  /** Starts the daemon: loads the shards and the saved map, then contacts the monitors. */
  public void start() {
    shards.listen();
    shards.load(() -> savedMap.load(saved -> begin(saved.orElse(null))));
  }

  /**
   * Stops cleanly: has the monitors mark the daemon down and flushes every accepted update. Runs
   * {@code stopped} afterwards.
   */
  public void stop(Runnable stopped) {
    onDaemonLoop(() -> {
      if (stopping) {
        return;
      }
      stopping = true;
      heartbeatTimer.stop();
      boot.stop();
      session.request(new Change.Stop(self.id(), self.nonce()), _ -> stopShards(stopped));
      home.schedule(STOP_PATIENCE_NANOS, () -> stopShards(stopped));
    });
  }

  /** Reports the operations of clients that are not answered, oldest first, on a loop. */
  public void operations(Consumer<List<OpenOperation>> done) {
    onDaemonLoop(() -> shards.operations(done));
  }

  /** Reports the last slow operations that were answered, slowest first, on a loop. */
  public void slowOperations(Consumer<List<OpenOperation>> done) {
    onDaemonLoop(() -> shards.slowOperations(done));
  }

  /** Reports what the daemon has done since its start, on one of its loops. */
  public void performance(Consumer<OsdPerformance> done) {
    onDaemonLoop(() -> performances.tell(done));
  }

  void onQuestion(Peer from, DaemonMessage message) {
    performances.onQuestion(from, message);
  }

  OsdMeters meters() {
    return meters;
  }

  void onDaemonLoop(Runnable task) {
    home.execute(task);
  }

  /**
   * Handles a map or an answer. It counts only if it comes from a monitor that this daemon dialled.
   */
  void onMonitor(Peer from, Message message) {
    session.onMessage(from, message);
  }

  void onHeartbeat(Peer from, Heartbeat beat) {
    if (map == null || from.node().role() != NodeId.Role.OSD || stopping) {
      return;
    }
    needMap(beat.epoch());
    switch (PeerStatus.of(from, map)) {
      case MEMBER -> {
        heartbeats.onHeartbeat(from, beat);
        tellFullness();
      }
      case UNKNOWN -> earlyPings.add(from, beat, map);
      case WRONG_HOST -> strangers.onDropped(from, map);
    }
  }

  void onReset(Peer peer, String reason) {
    session.onReset(peer, reason);
    if (peer.node().role() == NodeId.Role.OSD && !stopping) {
      heartbeats.onReset(peer);
    } else if (peer.node().role() == NodeId.Role.MON) {
      // A monitor whose stream to this OSD broke cannot tell whether the OSD is alive.
      beaconSoon();
    }
  }

  /** Requests a change of the map. Retries after a while if the monitors could not decide. */
  void request(Change change) {
    session.request(
        change,
        outcome -> {
          switch (outcome) {
            case ChangeOutcome.Accepted _ -> {}
            case ChangeOutcome.Rejected rejected ->
                note(self.id() + ": monitors reject " + change + ": " + rejected.reason());
            case ChangeOutcome.Unavailable _ -> retry(change);
          }
        });
  }

  /** Fetches a map of this epoch, which a peer claims to have, unless the known map is as new. */
  void needMap(long epoch) {
    if (map != null) {
      session.onHint(epoch);
    }
  }

  void beaconSoon() {
    if (!beaconDue && !stopping) {
      beaconDue = true;
      home.schedule(SOON_NANOS, this::beacon);
    }
  }

  /**
   * Sends the fullness to the peers at once: primaries that order updates for this OSD must not
   * wait for the next heartbeat.
   */
  void tellPeersOfFullness() {
    shards.reports(reports -> {
      onFullness(reports);
      if (map != null && map.isUp(self.id(), self.nonce()) && !stopping) {
        heartbeats.ping(heartbeatTimer.intervalNanos());
      }
    });
    beaconSoon();
  }

  /** Pings the peers at once if this OSD was calm: its leases must be fresh for clients. */
  void onWorkAfterCalm() {
    heartbeatTimer.onWork();
  }

  private void onFullness(List<ShardReport> reports) {
    fullness = Beacons.fullness(reports);
    heartbeats.setFullness(fullness);
    tellFullness();
  }

  void note(String what) {
    host.note(what);
  }

  boolean isDebugged() {
    return host.isDebugged();
  }

  void debug(String what) {
    host.debug(what);
  }

  void fatal(String why) {
    host.fatal(self.id() + ": " + why);
  }

  private void retry(Change change) {
    boolean worthIt =
        !(change instanceof Change.ReportFailure || change instanceof Change.WithdrawFailure);
    if (worthIt && !stopping) {
      home.schedule(RETRY_NANOS, () -> request(change));
    }
  }

  private void begin(@Nullable ClusterMap saved) {
    if (saved != null) {
      session.adopt(saved);
    }
    session.start();
    if (!stopping) {
      heartbeatTimer.start();
    }
    tickBeacons();
  }

  private void onMap(ClusterMap newer, List<Incremental> incrementals) {
    map = newer;
    meters.retain(newer.pools().keySet());
    if (incrementals.isEmpty()) {
      upMark.onWholeMap(newer.epoch());
    }
    Granted granted = heartbeats.onMap(newer.epoch());
    // A restart from a map newer than the stored histories of the groups would miss the maps in
    // between. So the map is saved only after every shard has stored what it learned from it.
    shards.onMap(newer, incrementals, granted, () -> save(newer));
    heartbeats.watch(newer, neighbours);
    boot.consider();
    if (!stopping) {
      refreshNeighbours();
    }
    earlyPings.take().forEach(early -> onHeartbeat(early.from(), early.ping()));
  }

  private void save(ClusterMap newer) {
    if (!stopping) {
      savedMap.save(newer);
    }
  }

  private void ping() {
    if (map != null && map.isUp(self.id(), self.nonce())) {
      refreshNeighbours();
      heartbeats.ping(heartbeatTimer.intervalNanos());
    }
  }

  private void refreshNeighbours() {
    shards.neighbours(found -> {
      neighbours.clear();
      neighbours.addAll(found);
      if (map != null) {
        heartbeats.watch(map, neighbours);
        if (map.isUp(self.id(), self.nonce()) && !stopping) {
          heartbeats.pingBehind();
        }
      }
    });
  }

  private void tickBeacons() {
    if (!stopping) {
      home.schedule(config.liveness().beaconNanos(), this::tickBeacons);
      beacon();
    }
  }

  private void beacon() {
    beaconDue = false;
    shards.reports(reports -> {
      onFullness(reports);
      heartbeatTimer.onReport(reports.stream().allMatch(ShardReport::calm));
      if (map != null && map.isUp(self.id(), self.nonce()) && !stopping) {
        beacons.send(map, reports, home.nanoTime());
      }
    });
  }

  private void tellFullness() {
    FullRatios ratios = map == null ? FullRatios.DEFAULT : map.fullness().ratios();
    boolean now = Math.max(fullness, heartbeats.highestFullness()) >= ratios.failsafe();
    if (now != full) {
      full = now;
      shards.onFullness(now);
    }
  }

  /** Stops the shards at the first call: the monitors have answered, or have not in time. */
  private void stopShards(Runnable stopped) {
    if (!flushing) {
      flushing = true;
      session.stop();
      shards.stop(stopped);
    }
  }
}
