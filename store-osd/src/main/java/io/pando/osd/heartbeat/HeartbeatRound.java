package io.pando.osd.heartbeat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.id.Address;
import io.pando.id.OsdId;
import io.pando.message.Heartbeat;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.Grants;
import io.pando.osd.pg.lease.Pong;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Carries out what {@link Heartbeats} wants: pings peers, answers theirs, tells the monitors. By
 * its answers this OSD grants read leases, and by theirs it holds them; so who has a newer map than
 * the last answer of another asks that one at once. Lives on the daemon's loop.
 */
public final class HeartbeatRound {
  private static final int RING_NEIGHBOURS = 2;
  private static final long PROBE_NANOS = 100_000_000L;
  private static final long ASK_AGAIN_NANOS = 50_000_000L;
  private static final long HAND_OVER_NANOS = 5_000_000L;

  /** Whom a round tells. */
  public interface Listener {
    /** The map is to be changed. */
    void request(Change change);

    /** Others answered. */
    void onPongs(List<Pong> pongs);
  }

  private final OsdIdentity self;
  private final EventLoop loop;
  private final Transport transport;
  private final Listener listener;
  private final Heartbeats heartbeats;
  private final Grants grants;
  private final List<Pong> pongs = new ArrayList<>();
  private long epoch;
  private int fullness;
  private boolean askingAgain;

  public HeartbeatRound(
      OsdIdentity self, OsdConfig config, EventLoop loop, Transport transport, Listener listener) {
    this.self = self;
    this.loop = loop;
    this.transport = transport;
    this.listener = listener;
    this.heartbeats = new Heartbeats(config.heartbeatNanos(), config.graceNanos());
    this.grants = new Grants(config.lease(), loop.nanoTime());
  }

  /**
   * From now on answers are as of this map, and what was granted before is in the result: nobody
   * may be told of the map before it is.
   */
  public Granted onMap(long newer) {
    epoch = newer;
    return grants.granted(loop.nanoTime());
  }

  /** How full our fullest store is, in thousandths. */
  public void setFullness(int thousandths) {
    fullness = thousandths;
  }

  /**
   * Whom to watch: those who share groups with us, and the nearest by number, so that every OSD is
   * watched by somebody.
   */
  public void watch(ClusterMap map, SortedSet<OsdId> neighbours) {
    SortedSet<OsdId> wanted = new TreeSet<>(neighbours);
    wanted.addAll(nearest(map));
    SortedMap<OsdId, Address> peers = new TreeMap<>();
    for (OsdId osd : wanted) {
      OsdInfo info = map.osds().get(osd);
      if (info != null && info.up() && info.address() != null && !osd.equals(self.id())) {
        peers.put(osd, info.address());
      }
    }
    heartbeats.watch(peers, loop.nanoTime());
  }

  /** Pings everybody who is watched. */
  public void ping() {
    heartbeats.onTick(loop.nanoTime()).forEach(this::carryOut);
  }

  /** Pings those who have not answered since the map is what it is. */
  public void pingBehind() {
    heartbeats.behind(epoch).forEach(this::carryOut);
  }

  /** A ping or pong came. */
  public void onHeartbeat(Peer from, Heartbeat beat) {
    OsdId osd = from.node().osd();
    if (!beat.pong()) {
      grants.onPong(osd, loop.nanoTime());
      transport.send(from, new Heartbeat(epoch, beat.sentNanos(), true, fullness));
    } else if (heartbeats.onAnswer(osd, from.nonce(), beat.epoch())) {
      hold(new Pong(osd, beat.sentNanos(), beat.epoch()));
      if (beat.epoch() < epoch) {
        askAgain();
      }
    }
    heartbeats.onHeard(osd, from.nonce(), beat.fullness(), loop.nanoTime()).forEach(this::carryOut);
  }

  private void hold(Pong pong) {
    if (pongs.isEmpty()) {
      // Answers come in bunches, and every shard is to be told.
      loop.schedule(HAND_OVER_NANOS, this::handOver);
    }
    pongs.add(pong);
  }

  private void handOver() {
    List<Pong> all = List.copyOf(pongs);
    pongs.clear();
    listener.onPongs(all);
  }

  private void askAgain() {
    if (!askingAgain) {
      askingAgain = true;
      loop.schedule(
          ASK_AGAIN_NANOS,
          () -> {
            askingAgain = false;
            pingBehind();
          });
    }
  }

  public void onReset(Peer peer) {
    if (peer instanceof Peer.Dialed dialed) {
      heartbeats.onReset(dialed.address(), loop.nanoTime()).forEach(this::carryOut);
    }
  }

  public int highestFullness() {
    return heartbeats.highestFullness();
  }

  private void carryOut(Heartbeats.Action action) {
    switch (action) {
      case Heartbeats.Ping ping -> send(ping.peer());
      case Heartbeats.PingSoon soon -> loop.schedule(PROBE_NANOS, () -> send(soon.peer()));
      case Heartbeats.Report report ->
          listener.request(
              new Change.ReportFailure(
                  self.id(),
                  report.peer().node().osd(),
                  report.peer().nonce(),
                  report.silentNanos() / 1_000_000,
                  report.refused()));
      case Heartbeats.Withdraw withdraw ->
          listener.request(
              new Change.WithdrawFailure(
                  self.id(), withdraw.peer().node().osd(), withdraw.peer().nonce()));
    }
  }

  private void send(Address peer) {
    transport.send(
        new Peer.Dialed(peer, 0), new Heartbeat(epoch, loop.nanoTime(), false, fullness));
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
