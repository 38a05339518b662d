package io.pando.osd;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.id.Address;
import io.pando.id.OsdId;
import io.pando.message.Heartbeat;
import io.pando.port.Clock;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Carries out what {@link Heartbeats} wants: pings peers, answers theirs, tells the monitors. */
final class HeartbeatRound {
  private static final int RING_NEIGHBOURS = 2;

  private final OsdIdentity self;
  private final Clock clock;
  private final Transport transport;
  private final Consumer<Change> monitors;
  private final Heartbeats heartbeats;

  HeartbeatRound(
      OsdIdentity self,
      OsdConfig config,
      Clock clock,
      Transport transport,
      Consumer<Change> monitors) {
    this.self = self;
    this.clock = clock;
    this.transport = transport;
    this.monitors = monitors;
    this.heartbeats = new Heartbeats(config.graceNanos(), config.graceNanos());
  }

  /**
   * Whom to watch: those who share groups with us, and the nearest by number, so that every OSD is
   * watched by somebody.
   */
  void watch(ClusterMap map, SortedSet<OsdId> neighbours) {
    SortedSet<OsdId> wanted = new TreeSet<>(neighbours);
    wanted.addAll(nearest(map));
    SortedMap<OsdId, Address> peers = new TreeMap<>();
    for (OsdId osd : wanted) {
      OsdInfo info = map.osds().get(osd);
      if (info != null && info.up() && info.address() != null && !osd.equals(self.id())) {
        peers.put(osd, info.address());
      }
    }
    heartbeats.watch(peers, clock.nanoTime());
  }

  /** Pings everybody who is watched. */
  void ping(long epoch, int fullness) {
    for (Heartbeats.Action action : heartbeats.onTick(clock.nanoTime())) {
      if (action instanceof Heartbeats.Ping ping) {
        transport.send(
            new Peer.Dialed(ping.peer(), 0),
            new Heartbeat(epoch, clock.nanoTime(), false, fullness));
      } else {
        carryOut(action);
      }
    }
  }

  /** A ping or pong came. */
  void onHeartbeat(Peer from, Heartbeat beat, long epoch, int fullness) {
    if (!beat.pong()) {
      transport.send(from, new Heartbeat(epoch, beat.sentNanos(), true, fullness));
    }
    heartbeats
        .onHeard(from.node().osd(), from.nonce(), beat.fullness(), clock.nanoTime())
        .forEach(this::carryOut);
  }

  void onReset(Peer peer) {
    if (peer instanceof Peer.Dialed dialed) {
      heartbeats.onReset(dialed.address(), clock.nanoTime()).forEach(this::carryOut);
    }
  }

  int highestFullness() {
    return heartbeats.highestFullness();
  }

  private void carryOut(Heartbeats.Action action) {
    switch (action) {
      case Heartbeats.Ping _ -> {}
      case Heartbeats.Report report ->
          monitors.accept(
              new Change.ReportFailure(
                  self.id(),
                  report.peer().node().osd(),
                  report.peer().nonce(),
                  report.silentNanos() / 1_000_000));
      case Heartbeats.Withdraw withdraw ->
          monitors.accept(
              new Change.WithdrawFailure(
                  self.id(), withdraw.peer().node().osd(), withdraw.peer().nonce()));
    }
  }

  /** The next OSDs that are up, on either side of us in the circle of numbers. */
  private List<OsdId> nearest(ClusterMap map) {
    List<OsdId> up = new ArrayList<>();
    map.osds().values().stream().filter(OsdInfo::up).forEach(info -> up.add(info.id()));
    int at = up.indexOf(self.id());
    List<OsdId> nearest = new ArrayList<>();
    for (int step = 1; at >= 0 && step <= RING_NEIGHBOURS; step++) {
      nearest.add(up.get(Math.floorMod(at + step, up.size())));
      nearest.add(up.get(Math.floorMod(at - step, up.size())));
    }
    return nearest;
  }
}
