package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolRemoval;
import io.pando.cluster.fullness.FullRatios;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.Heartbeat;
import io.pando.message.MapUpdate;
import io.pando.message.MonitorMessage;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.traffic.HandWire;
import io.pando.port.ObjectStore;
import io.pando.port.Peer;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What clients and other daemons are told, by the daemon or one of its shards. */
class OsdMessagesTest {
  /** Soon after something happened that monitors should know of, they are told. */
  private static final long SOON_NANOS = 50_000_000L;

  private final DaemonWorld world = new DaemonWorld();
  private final DaemonClient client = new DaemonClient(world);

  @Test
  void requestsThatBelongElsewhereAreRefusedWithTheReason() {
    world.boot(1);
    ObjectId object = Placement.object("o");
    PgId own = Placement.group(DaemonWorld.pool(), object);
    PgId other = new PgId(DaemonWorld.POOL, (own.seed() + 2) % 4);
    long now = world.map.epoch();
    assertThat(client.outcome(client.operate(other, object, now, DaemonClient.READ)))
        .isEqualTo(
            new OpOutcome.Failed(
                OpError.INVALID, -1, object + " does not belong to group " + other));
    assertThat(client.refusal(client.operate(other, object, now - 1, DaemonClient.READ)))
        .isEqualTo("the object belongs to another group by a newer map");
    PgId nowhere = new PgId(DaemonWorld.POOL, own.seed() + 4);
    assertThat(client.refusal(client.operate(nowhere, object, now, DaemonClient.READ)))
        .isEqualTo("the group is not on this OSD");
    PgId strange = new PgId(new PoolId(9), own.seed());
    assertThat(client.outcome(client.operate(strange, object, now, DaemonClient.READ)))
        .isEqualTo(new OpOutcome.Failed(OpError.NO_POOL, -1, "there is no pool 9"));
    assertThat(client.refusal(new ObjectMessage.QueryGroup(new RequestId(3, 99), now, strange)))
        .isEqualTo("there is no pool 9");
    assertThat(
            client.refusal(
                new ObjectMessage.ListObjects(new RequestId(3, 98), now, other, object, 10)))
        .isEqualTo("that place belongs to another group");
    world.change(new Incremental.PutPool(DaemonWorld.pool().withRemoval(new PoolRemoval(1, 2))));
    assertThat(client.refusal(client.operate(own, object, world.map.epoch(), DaemonClient.READ)))
        .isEqualTo("pool 'p' was removed");
  }

  @Test
  void aRequestByANewerMapWaitsForThatMap() {
    world.boot(1);
    ObjectMessage.Operate early =
        client.operate(
            Placement.group(DaemonWorld.pool(), Placement.object("o")),
            Placement.object("o"),
            world.map.epoch() + 1,
            DaemonClient.WRITE);
    assertThat(client.ask(early)).isEmpty();
    var wire = world.wireOf(early.group());
    world.change();
    assertThat(wire.messages(ObjectMessage.OperateReply.class)).hasSize(1);
    wire.hear(
        DaemonClient.PEER,
        client.operate(
            early.group(), early.object(), world.map.epoch() + 10_001, DaemonClient.WRITE));
    assertThat(wire.disconnected)
        .as("a request for an epoch more than 10,000 ahead")
        .contains(DaemonClient.PEER);
    wire.disconnected.clear();
    wire.hear(
        DaemonClient.PEER,
        client.operate(
            early.group(), early.object(), world.map.epoch() + 10_000, DaemonClient.WRITE));
    world.passSeconds(29);
    assertThat(wire.disconnected).doesNotContain(DaemonClient.PEER);
    world.passSeconds(2);
    assertThat(wire.disconnected).as("nor did this one come").contains(DaemonClient.PEER);
  }

  /** The monitor would also send it with the next keep-alive. */
  @Test
  void theMapThatARequestWaitsForIsAskedForAtOnce() {
    world.boot(1);
    long now = world.map.epoch();
    PgId group = Placement.group(DaemonWorld.pool(), Placement.object("o"));
    HandWire monitor = world.wires.getFirst();
    monitor.messages();
    world
        .wireOf(group)
        .hear(
            DaemonClient.PEER,
            client.operate(group, Placement.object("o"), now + 10_001, DaemonClient.WRITE));
    world.pass();
    assertThat(monitor.messages(MonitorMessage.Subscribe.class)).as("too far ahead").isEmpty();
    world
        .wireOf(group)
        .hear(
            DaemonClient.PEER,
            client.operate(group, Placement.object("o"), now + 1, DaemonClient.WRITE));
    world.pass();
    assertThat(monitor.messages(MonitorMessage.Subscribe.class))
        .containsExactly(new MonitorMessage.Subscribe(now));
  }

  /** More than 20,000 requests of one client; nothing of it is kept then. */
  @Test
  void whoseRequestsCrowdOutOthersIsCutOff() {
    world.boot(1);
    PgId group = Placement.group(DaemonWorld.pool(), Placement.object("o"));
    ObjectMessage.Operate early =
        client.operate(group, Placement.object("o"), world.map.epoch() + 1, DaemonClient.READ);
    HandWire wire = world.wireOf(group);
    Peer other = GroupHarness.client(4);
    wire.hear(other, early);
    for (int i = 1; i < 20_000; i++) {
      wire.hear(DaemonClient.PEER, early);
    }
    assertThat(wire.disconnected).doesNotContain(DaemonClient.PEER);
    wire.hear(DaemonClient.PEER, early);
    assertThat(wire.disconnected).contains(DaemonClient.PEER).doesNotContain(other);
    wire.messages();
    world.change();
    assertThat(wire.messages(ObjectMessage.OperateReply.class)).hasSize(1);
  }

  @Test
  void aPoolThatIsGoneTakesItsGroupsWithIt() {
    world.boot(1);
    client.ask(client.operate("o", DaemonClient.WRITE));
    world.change(new Incremental.RemovePool(DaemonWorld.POOL));
    world.pass();
    for (var store : world.stores) {
      assertThat(store.collections()).containsExactly(CollectionId.DAEMON);
    }
    assertThat(client.beacon().stats().load().groups()).isZero();
  }

  // Monitors

  /** A monitor that lost a stream wonders whether this OSD lives. */
  @Test
  void aMonitorWhoseStreamBrokeHearsOnceAndSoon() {
    world.boot(1);
    HandWire wire = world.wires.getFirst();
    Peer monitor = new Peer.Session(new NodeId(NodeId.Role.MON, 7), 1, 7);
    // So that none is due by itself.
    world.daemon.beaconSoon();
    world.loop.pass(SOON_NANOS);
    wire.messages();
    wire.reset(DaemonClient.PEER);
    wire.reset(osd(1, 1));
    world.loop.pass(SOON_NANOS);
    assertThat(wire.messages(MonitorMessage.Beacon.class)).isEmpty();
    wire.reset(monitor);
    wire.reset(monitor);
    world.loop.pass(SOON_NANOS - 1);
    assertThat(wire.messages(MonitorMessage.Beacon.class)).isEmpty();
    world.loop.pass(1);
    assertThat(wire.messages(MonitorMessage.Beacon.class)).hasSize(1);
    world.loop.pass(SOON_NANOS);
    assertThat(wire.messages(MonitorMessage.Beacon.class)).isEmpty();
  }

  // Other daemons

  private static Peer osd(int number, long nonce) {
    return new Peer.Session(new OsdId(number).node(), nonce, number);
  }

  /** OSD 1 is at 10.0.0.1 by the map. */
  @Test
  void strangersAreNotAnsweredAndNotedOnce() {
    world.boot(1);
    addOsd(1);
    world.notes.clear();
    Peer stranger = new Peer.Session(new OsdId(1).node(), 1, 1, "10.0.0.9");
    PgId group = new PgId(DaemonWorld.POOL, 5);
    for (int i = 0; i < 2; i++) {
      world.wires.getFirst().messages();
      world.wires.getFirst().hear(stranger, new Heartbeat(world.map.epoch(), 1, false, 0));
      world.pass();
      assertThat(world.wires.getFirst().messages(Heartbeat.class)).noneMatch(Heartbeat::pong);
      world.wireOf(group).hear(stranger, new PeeringMessage.GetInfo(group, world.map.epoch()));
      assertThat(world.wireOf(group).messages(PeeringMessage.class)).isEmpty();
    }
    assertThat(world.notes)
        .as("by the daemon and by the shard")
        .hasSize(2)
        .containsOnly(
            "a peer at 10.0.0.9 claims to be osd.1, whose address is osd.1@10.0.0.1:6801/1: its"
                + " messages are dropped");
  }

  private void addOsd(int number) {
    Address address = new Address(new OsdId(number).node(), 1, "10.0.0." + number, 6800 + number);
    OsdInfo other =
        new OsdInfo(
            new OsdId(number),
            new UUID(2, number),
            true,
            new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
            new OsdInfo.Endpoint(address, 1),
            new OsdInfo.UpHistory(world.map.epoch() + 1, 0, 0, 0));
    world.change(new Incremental.PutOsd(other));
  }

  @Test
  void pingsOfMembersAreAnsweredByTheMapHere() {
    world.boot(1);
    addOsd(1);
    var wire = world.wires.getFirst();
    wire.messages();
    wire.hear(osd(1, 1), new Heartbeat(world.map.epoch(), 123, false, 0));
    world.pass();
    assertThat(wire.messages(Heartbeat.class))
        .contains(new Heartbeat(world.map.epoch(), 123, true, 0));
  }

  /** An OSD that knows the map better may ping before the first one is here. */
  @Test
  void aPingBeforeTheFirstMapIsNotAnswered() {
    var wire = world.wires.getFirst();
    wire.messages();
    wire.hear(osd(1, 1), new Heartbeat(world.map.epoch() + 7, 123, false, 0));
    world.pass();
    assertThat(wire.messages()).isEmpty();
    world.boot(1);
    addOsd(1);
    Peer client = DaemonClient.PEER;
    wire.messages();
    wire.hear(client, new Heartbeat(world.map.epoch(), 123, false, 0));
    world.pass();
    assertThat(wire.messages(Heartbeat.class)).as("no OSD").noneMatch(Heartbeat::pong);
    world.daemon.stop(() -> {});
    world.pass();
    wire.messages();
    wire.hear(osd(1, 1), new Heartbeat(world.map.epoch(), 123, false, 0));
    world.pass();
    assertThat(wire.messages(Heartbeat.class)).as("it ends").isEmpty();
  }

  private long fullnessTold(long... usedThousandths) {
    for (int i = 0; i < usedThousandths.length; i++) {
      world.stores.get(i).usage = new ObjectStore.Usage(1_000L << 30, usedThousandths[i] << 30);
    }
    client.beacon();
    var wire = world.wires.getFirst();
    wire.messages();
    wire.hear(osd(1, 1), new Heartbeat(world.map.epoch(), 123, false, 0));
    world.pass();
    return wire.messages(Heartbeat.class).stream()
        .filter(Heartbeat::pong)
        .findFirst()
        .orElseThrow()
        .fullness();
  }

  @Test
  void heartbeatsTellHowFullTheFullestStoreIs() {
    world.boot(1);
    addOsd(1);
    assertThat(fullnessTold(250, 500)).isEqualTo(500);
    assertThat(fullnessTold(501, 7)).isEqualTo(501);
    int full = FullRatios.DEFAULT.failsafe();
    assertThat(fullnessTold(full - 1, 0)).isEqualTo(full - 1);
    assertThat(fullnessTold(full, 0)).as("nothing more is taken").isEqualTo(1000);
    assertThat(fullnessTold(0, 0)).isZero();
  }

  /** Peers that order updates are to know soon that there is no room for them. */
  @Test
  void aStoreThatFillsUpIsToldToPeersAtOnceButNotByAnIncarnationThatAnotherOneReplaced() {
    world.boot(1);
    addOsd(1);
    HandWire wire = world.wires.getFirst();
    world.stores.getFirst().usage = new ObjectStore.Usage(1_000L << 30, 700L << 30);
    wire.messages();
    world.daemon.tellPeersOfFullness();
    world.pass();
    assertThat(wire.messages(Heartbeat.class))
        .singleElement()
        .satisfies(beat -> {
          assertThat(beat.pong()).isFalse();
          assertThat(beat.fullness()).isEqualTo(700);
        });
    OsdIdentity other = DaemonWorld.identity(2);
    world.change(
        new Incremental.PutOsd(
            new OsdInfo(
                DaemonWorld.SELF,
                other.identity(),
                true,
                new OsdInfo.Weight(true, OsdInfo.FULL_WEIGHT),
                new OsdInfo.Endpoint(other.address(), DaemonWorld.SHARDS),
                new OsdInfo.UpHistory(world.map.epoch() + 1, 0, 0, 0))));
    wire.messages();
    world.daemon.tellPeersOfFullness();
    world.pass();
    assertThat(wire.messages(Heartbeat.class)).isEmpty();
  }

  @Test
  void whatOthersAskOfAGroupThatIsNotHereIsAnsweredWithNothing() {
    world.boot(1);
    addOsd(1);
    PgId group = new PgId(DaemonWorld.POOL, 5);
    var wire = world.wireOf(group);
    wire.messages();
    wire.hear(osd(1, 1), new PeeringMessage.GetInfo(group, world.map.epoch()));
    PeeringMessage.Notify told = wire.messages(PeeringMessage.Notify.class).getFirst();
    assertThat(told.info().isEmpty()).isTrue();
    assertThat(told.info().history().created()).isEqualTo(5);
    ObjectId object = Placement.object("o");
    RecoveryMessage.Wanted wanted =
        new RecoveryMessage.Wanted(object, new Version(1, 1), RecoveryMessage.Cursor.START);
    wire.hear(osd(1, 1), new RecoveryMessage.Pull(group, world.map.epoch(), List.of(wanted)));
    assertThat(wire.messages(RecoveryMessage.PushFailed.class))
        .containsExactly(
            new RecoveryMessage.PushFailed(
                group,
                world.map.epoch(),
                List.of(
                    new RecoveryMessage.Refused(
                        object, new Version(1, 1), "this OSD does not have the group"))));
    wire.hear(osd(1, 2), new PeeringMessage.GetInfo(group, world.map.epoch()));
    assertThat(wire.messages()).as("that incarnation is not up").isEmpty();
    PgId gone = new PgId(new PoolId(9), 0);
    wire.hear(osd(1, 1), new PeeringMessage.GetInfo(gone, world.map.epoch()));
    assertThat(wire.messages()).as("nor is there that pool").isEmpty();
  }

  /** Of the steps that it missed it cannot tell what became of the group. */
  @Test
  void whoMissedStepsOfTheMapDoesNotSayThatAGroupIsNotHere() {
    world.boot(1);
    addOsd(1);
    PgId group = new PgId(DaemonWorld.POOL, 5);
    var wire = world.wireOf(group);
    world.map =
        world
            .map
            .apply(new Incremental(world.map.epoch() + 1, 0, List.of()))
            .apply(new Incremental(world.map.epoch() + 2, 0, List.of()));
    world.tell(new MapUpdate(world.map, List.of()));
    wire.messages();
    wire.hear(osd(1, 1), new PeeringMessage.GetInfo(group, world.map.epoch()));
    assertThat(wire.messages()).isEmpty();
  }

  @Test
  void listeningIsConfirmedOnceTheOsdHasAMap() {
    var wire = world.wires.get(1);
    wire.hear(DaemonClient.PEER, new ObjectMessage.Listen(1));
    assertThat(wire.messages(ObjectMessage.Listening.class))
        .as("answer of an OSD that has no map")
        .isEmpty();
    world.boot(1);
    wire.messages();
    wire.hear(DaemonClient.PEER, new ObjectMessage.Listen(1));
    assertThat(wire.messages(ObjectMessage.Listening.class))
        .containsExactly(new ObjectMessage.Listening(world.map.epoch()));
  }
}
