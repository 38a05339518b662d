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
import io.pando.osd.pg.lease.LeaseGrants;
import io.pando.osd.pg.lease.PingReply;
import io.pando.port.EventLoop;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Carries out the actions of {@link Heartbeats}: pings peers, answers their pings, and reports
 * failures to the monitors. This OSD's pongs grant read leases to its peers, and their pongs grant
 * it leases. So an OSD whose map is newer than a peer's last pong pings that peer at once. Lives on
 * the daemon's loop.
 */
public final class HeartbeatRound {
  private static final int RING_NEIGHBOURS = 2;
  private static final long PROBE_NANOS = 100_000_000L;
  private static final long ASK_AGAIN_NANOS = 50_000_000L;
  private static final long HAND_OVER_NANOS = 5_000_000L;

  private final OsdIdentity self;
  private final EventLoop loop;
  private final Transport transport;
  private final Consumer<Change> request;
  private final Consumer<List<PingReply>> onPongs;
  private final Heartbeats heartbeats;
  private final LeaseGrants grants;
  private final List<PingReply> pongs = new ArrayList<>();
  private long epoch;
  private int fullness;
  private boolean askingAgain;

  /**
   * Creates a round without peers.
   *
   * @param request requests a change of the map
   * @param onPongs receives the pongs of other OSDs
   */
  public HeartbeatRound(
      OsdIdentity self,
      OsdConfig config,
      EventLoop loop,
      Transport transport,
      Consumer<Change> request,
      Consumer<List<PingReply>> onPongs) {
    this.self = self;
    this.loop = loop;
    this.transport = transport;
    this.request = request;
    this.onPongs = onPongs;
    this.heartbeats = new Heartbeats(config.liveness().graceNanos());
    this.grants = new LeaseGrants(config.liveness().lease(), loop.nanoTime());
  }

  /**
   * Makes all further pongs carry the epoch of this map, and returns all leases granted before. The
   * shards must get this result together with the map, and must not learn of the map earlier.
   */
  public Granted onMap(long newer) {
    epoch = newer;
    return grants.granted(loop.nanoTime());
  }

  /** Sets the fullness of this OSD's fullest store, in thousandths. */
  public void setFullness(int thousandths) {
    fullness = thousandths;
  }

  /**
   * Sets the OSDs to watch: those that share groups with this OSD, and the nearest by number, so
   * that every OSD is watched by another.
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

  /**
   * Pings every watched OSD.
   *
   * @param nextNanos time until the next call at most, positive
   */
  public void ping(long nextNanos) {
    heartbeats.onTick(loop.nanoTime(), nextNanos).forEach(this::carryOut);
  }

  /** Pings every watched OSD that has not answered as of the present map. */
  public void pingBehind() {
    heartbeats.behind(epoch).forEach(this::carryOut);
  }

  /** Handles a ping or a pong. */
  public void onHeartbeat(Peer from, Heartbeat beat) {
    OsdId osd = from.node().osd();
    if (!beat.pong()) {
      grants.onPong(osd, loop.nanoTime());
      transport.send(from, new Heartbeat(epoch, beat.sentNanos(), true, fullness));
    } else if (heartbeats.onAnswer(osd, from.nonce(), beat.epoch())) {
      hold(new PingReply(osd, beat.sentNanos(), beat.epoch()));
      if (beat.epoch() < epoch) {
        askAgain();
      }
    }
    heartbeats.onHeard(osd, from.nonce(), beat.fullness(), loop.nanoTime()).forEach(this::carryOut);
  }

  private void hold(PingReply reply) {
    if (pongs.isEmpty()) {
      // Pongs come in bursts, and every shard must get them: collect them for a while.
      loop.schedule(HAND_OVER_NANOS, this::handOver);
    }
    pongs.add(reply);
  }

  private void handOver() {
    List<PingReply> all = List.copyOf(pongs);
    pongs.clear();
    onPongs.accept(all);
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
          request.accept(
              new Change.ReportFailure(
                  self.id(),
                  report.peer().node().osd(),
                  report.peer().nonce(),
                  report.silentNanos() / 1_000_000,
                  report.refused()));
      case Heartbeats.Withdraw withdraw ->
          request.accept(
              new Change.WithdrawFailure(
                  self.id(), withdraw.peer().node().osd(), withdraw.peer().nonce()));
    }
  }

  private void send(Address peer) {
    transport.send(
        new Peer.Dialed(peer, 0), new Heartbeat(epoch, loop.nanoTime(), false, fullness));
  }

  /** The nearest OSDs that are up, on either side of this OSD in the ring of OSD numbers. */
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
