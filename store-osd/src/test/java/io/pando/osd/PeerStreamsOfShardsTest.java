package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.traffic.HandWire;
import io.pando.port.Peer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** By which streams a shard speaks with others, and what goes with a stream that breaks. */
final class PeerStreamsOfShardsTest {
  /** Nothing is asked again so soon if no stream breaks. */
  private static final long SOON_NANOS = 200_000_000L;

  private static final int FOUR = 4;
  private static final Address ADDRESS = new Address(new OsdId(1).node(), 1, "10.0.0.1", 6801);

  private final DaemonWorld world = new DaemonWorld(OsdConfig.defaults(), HostMaps.of(2, 1));
  private final DaemonClient client = new DaemonClient(world);

  private ObjectMessage.Operate request(long ahead) {
    ObjectMessage.Operate now = client.operate("o", DaemonClient.WRITE);
    return client.operate(now.group(), now.object(), world.map.epoch() + ahead, DaemonClient.WRITE);
  }

  private List<ObjectMessage.OperateReply> replies(HandWire wire) {
    world.pass();
    return wire.messages(ObjectMessage.OperateReply.class);
  }

  @Test
  void whatWaitsForAMapGoesWithItsStream() {
    world.boot(1);
    HandWire wire = world.wireOf(request(1).group());
    for (boolean breaks : new boolean[] {false, true}) {
      wire.hear(DaemonClient.PEER, request(1));
      if (breaks) {
        wire.reset(DaemonClient.PEER);
      }
      assertThat(replies(wire)).isEmpty();
      world.change();
      assertThat(replies(wire)).as("broken: %s", breaks).hasSize(breaks ? 0 : 1);
    }
  }

  /** The transport does not report a reset that a shard requested. */
  @Test
  void whatWaitsForAMapGoesWithAStreamThatIsCutOff() {
    world.boot(1);
    HandWire wire = world.wireOf(request(1).group());
    wire.hear(DaemonClient.PEER, request(1));
    wire.hear(DaemonClient.PEER, request(10_001));
    assertThat(wire.disconnected).contains(DaemonClient.PEER);
    wire.messages();
    world.change();
    assertThat(replies(wire)).isEmpty();
  }

  @Test
  void anOlderStreamCountsAgainOnceTheNewestIsGone() {
    world.boot(1);
    Peer older = new Peer.Session(new NodeId(NodeId.Role.CLIENT, 3), 1, 1);
    Peer newest = new Peer.Session(new NodeId(NodeId.Role.CLIENT, 3), 1, 2);
    HandWire wire = world.wireOf(request(0).group());
    wire.messages();
    wire.hear(newest, request(0));
    assertThat(replies(wire)).hasSize(1);
    wire.hear(older, request(0));
    assertThat(replies(wire)).isEmpty();
    assertThat(wire.disconnected).contains(older).doesNotContain(newest);
    wire.reset(newest);
    wire.hear(older, request(0));
    assertThat(replies(wire)).hasSize(1);
  }

  /** A pool of two replicas, of which OSD 1 has one each, by four shards. */
  @Test
  void whatAGroupSaysGoesToTheShardOfItsPeer() {
    OsdInfo up = pair();
    SortedMap<PgId, Peer> asked = asked();
    assertThat(asked).as("this OSD leads some groups, and finds out what OSD 1 has").isNotEmpty();
    asked.forEach((group, peer) ->
        assertThat(peer)
            .isEqualTo(
                new Peer.Dialed(ADDRESS, ShardMapping.shardOf(DaemonWorld.pool(), group, FOUR))));
    world.change(new Incremental.PutOsd(osdOfFourShards(false, up.upFrom())));
    SortedMap<PgId, Peer> _ = asked();
    world.passSeconds(60);
    assertThat(asked()).as("it is down").isEmpty();
  }

  /** What was asked by a stream of another kind did not get lost. */
  @Test
  void whatAnOsdWasAskedIsAskedAgainAfterAStreamToItBroke() {
    OsdInfo _ = pair();
    SortedMap<PgId, Peer> first = asked();
    world.loop.pass(SOON_NANOS);
    assertThat(asked()).isEmpty();
    Peer monitor = new Peer.Dialed(new Address(new NodeId(NodeId.Role.MON, 7), 0, "mon", 1), 0);
    for (Peer other : List.of(GroupHarness.stream(new OsdId(1)), DaemonClient.PEER, monitor)) {
      world.wires.forEach(wire -> wire.reset(other));
      world.loop.pass(SOON_NANOS);
      assertThat(asked()).as(other.toString()).isEmpty();
    }
    first.forEach((group, peer) -> world.wireOf(group).reset(peer));
    world.loop.pass(SOON_NANOS);
    assertThat(asked()).isEqualTo(first);
  }

  private OsdInfo pair() {
    world.boot(1);
    PoolInfo pool = DaemonWorld.pool();
    PoolInfo pair =
        new PoolInfo(
            pool.id(),
            pool.name(),
            new PoolInfo.Layout(2, 1, pool.groups(), pool.rule()),
            5,
            new PoolInfo.Options(false, 3, pool.replication()));
    OsdInfo up = osdOfFourShards(true, world.map.epoch() + 1);
    SortedMap<PgId, Peer> _ = asked();
    world.change(new Incremental.PutOsd(up), new Incremental.PutPool(pair));
    return up;
  }

  private static OsdInfo osdOfFourShards(boolean up, long upFrom) {
    OsdId osd = new OsdId(1);
    return new OsdInfo(
        osd,
        new UUID(2, 1),
        up,
        new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
        new OsdInfo.Endpoint(ADDRESS, FOUR),
        new OsdInfo.UpHistory(upFrom, 0, 0, 0));
  }

  /** Whom primaries asked for info since this was asked last. */
  private SortedMap<PgId, Peer> asked() {
    SortedMap<PgId, Peer> asked = new TreeMap<>();
    for (HandWire wire : world.wires) {
      List<Peer> peers = wire.peers();
      List<Message> messages = wire.messages();
      for (int i = 0; i < messages.size(); i++) {
        if (messages.get(i) instanceof PeeringMessage.GetInfo question) {
          asked.put(question.group(), peers.get(i));
        }
      }
    }
    return asked;
  }
}
