package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.message.Heartbeat;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.message.PeeringMessage;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.random.Random64;
import io.pando.sim.net.SimNetwork;
import io.pando.sim.world.SimProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Peers with a false identity: a monitor, another incarnation of an OSD, an OSD of another host, a
 * member of another cluster. Each sends messages to every daemon that would destroy data or take
 * OSDs down if the daemon accepted them.
 */
final class Impostors {
  private static final String HOST = "10.9.9.9";
  private static final int FIRST_PORT = 20_000;
  private static final long LEAP = 1_000_000;

  private final Site site;
  private final Random64 random;
  private int count;

  Impostors(Site site) {
    this.site = site;
    this.random = site.random();
  }

  /** One impostor connects, sends its messages, and leaves. */
  void strike() {
    ClusterMap map = site.client().admin().map();
    List<OsdInfo> up = map.osds().values().stream().filter(OsdInfo::up).toList();
    if (up.isEmpty()) {
      return;
    }
    OsdInfo victim = up.get(random.nextInt(up.size()));
    Network.Self claim = claim(map.cluster(), victim);
    SimProcess life = site.cluster().world().start("impostor " + ++count);
    SimNetwork network = SimNetwork.ofStrangers(site.cluster().fabric(), life);
    Transport transport;
    try {
      Network.Node node =
          network.attach(claim, network.loops(), new Network.Listen(HOST, FIRST_PORT + count));
      transport = node.endpoints().getFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    transport.listen(new Deaf());
    site.cluster().world().note("impostor claims " + claim);
    life.run(() -> sendAll(transport, map, victim, claim));
    site.later("impostor leaves", random.between(0, 4 * SECOND), life::kill);
  }

  private Network.Self claim(ClusterId cluster, OsdInfo victim) {
    NodeId osd = victim.id().node();
    return switch (random.nextInt(4)) {
      case 0 -> new Network.Self(cluster, Site.monitor(0), 0);
      case 1 -> new Network.Self(cluster, osd, nonce(victim));
      case 2 -> new Network.Self(cluster, osd, random.nextLong());
      default -> new Network.Self(new ClusterId(new UUID(6, 6)), osd, nonce(victim));
    };
  }

  private static long nonce(OsdInfo osd) {
    return osd.address() == null ? 1 : osd.address().nonce();
  }

  private void sendAll(Transport transport, ClusterMap map, OsdInfo victim, Network.Self claim) {
    for (OsdInfo osd : map.osds().values()) {
      Address address = osd.address();
      for (int shard = 0; address != null && shard < osd.endpoint().shards(); shard++) {
        Peer.Dialed to = new Peer.Dialed(address, shard);
        toOsd(map).forEach(message -> transport.send(to, message));
      }
    }
    for (MonitorInfo monitor : map.monitors()) {
      Address address = new Address(monitor.node(), 0, monitor.host(), monitor.port());
      toMonitor(map, victim, claim)
          .forEach(message -> transport.send(new Peer.Dialed(address, 0), message));
    }
  }

  private static List<Message> toOsd(ClusterMap map) {
    List<Message> messages = new ArrayList<>();
    messages.add(new MapUpdate(withoutPools(map), List.of()));
    messages.add(new MapUpdate(null, List.of(removingAll(map))));
    messages.add(new Heartbeat(map.epoch() + LEAP, 1, false, 1_000));
    messages.add(new Heartbeat(map.epoch(), 1, true, 1_000));
    for (PoolId pool : map.pools().keySet()) {
      PgId group = new PgId(pool, 0);
      messages.add(new PeeringMessage.Discard(group, map.epoch()));
      messages.add(new PeeringMessage.Discard(group, map.epoch() + 1));
      messages.add(new PeeringMessage.Discard(group, map.epoch() + LEAP));
    }
    return messages;
  }

  private static ClusterMap withoutPools(ClusterMap map) {
    return new ClusterMap(
        new ClusterMap.Stamp(map.cluster(), map.epoch() + LEAP, map.stamp().modifiedMillis()),
        new ClusterMap.PlacementInput(map.osds(), new TreeMap<>(), map.crush(), new TreeMap<>()),
        map.flags(),
        map.monitors(),
        ClusterMap.Losses.NONE);
  }

  private static Incremental removingAll(ClusterMap map) {
    return new Incremental(
        map.epoch() + 1,
        map.stamp().modifiedMillis(),
        map.pools().keySet().stream().<Incremental.Edit>map(Incremental.RemovePool::new).toList());
  }

  private static List<Message> toMonitor(ClusterMap map, OsdInfo victim, Network.Self claim) {
    UUID identity = victim.identity() == null ? new UUID(1, 1) : victim.identity();
    List<Change> changes = new ArrayList<>();
    // A boot under the victim's own number can only be refused with keys, so this one is for
    // another OSD.
    OsdId other = new OsdId(victim.id().value() == 0 ? 1 : 0);
    changes.add(
        new Change.Boot(
            other, identity, new Address(other.node(), claim.nonce(), HOST, 7_000), 1, 0));
    changes.add(new Change.Stop(victim.id(), nonce(victim)));
    for (OsdInfo osd : map.osds().values()) {
      changes.add(new Change.ReportFailure(osd.id(), victim.id(), nonce(victim), 60_000, true));
    }
    map.pools()
        .values()
        .forEach(pool -> changes.add(new Change.DeletePool(pool.name(), pool.name())));
    map.pools().keySet().forEach(pool -> changes.add(new Change.PurgePool(pool)));
    List<Message> messages = new ArrayList<>();
    changes.forEach(
        change -> messages.add(new MonitorMessage.RequestChange(messages.size() + 1, change, 0)));
    return messages;
  }

  /** Ignores all messages. */
  private static final class Deaf implements Transport.Listener {
    @Override
    public void onMessage(Peer from, Message message) {
      // The answers do not matter.
    }

    @Override
    public void onReset(Peer peer, String reason) {
      // Refused, as expected.
    }
  }
}
