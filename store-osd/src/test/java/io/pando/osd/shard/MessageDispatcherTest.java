package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.Replication;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.id.Address;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.ReplicaId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.PlacementGroup;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Input;
import io.pando.osd.traffic.HeldMessages;
import io.pando.port.Peer;
import io.pando.random.Random64;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that a shard gets by streams, and their outcome when the streams end. */
final class MessageDispatcherTest {
  private static final OsdId OTHER = new OsdId(1);
  private static final Peer.Session CLIENT =
      new Peer.Session(new NodeId(NodeId.Role.CLIENT, 9), 1, 7);
  private static final long MOST_REDIAL_NANOS = 3_000_000_000L;

  private final Membership members = Maps.of(2, Replication.PRIMARY);
  private final PlayedShard played = new PlayedShard();
  private final MessageDispatcher dispatcher =
      new MessageDispatcher(
          played.state,
          played.runner,
          played.load,
          new FullnessWatch(played.state, played.runner),
          new HeldMessages(100, 1 << 20, _ -> 1),
          new Random64(1));

  @BeforeEach
  void know() {
    played.state.map = members.map();
  }

  /** The stream that this OSD dialled. */
  private Peer dialed() {
    Address address = Objects.requireNonNull(members.map().osds().get(OTHER)).address();
    return new Peer.Dialed(Objects.requireNonNull(address), 0);
  }

  private PlacementGroup add(Membership membership) {
    return played.groups.add(
        StoredGroup.fresh(Maps.GROUP, Maps.EPOCH, new GroupLineage(1, Maps.EPOCH)),
        MemberId.of(PlayedShard.SELF),
        membership);
  }

  /** It asks the other member what that has. */
  private void lead() {
    PlacementGroup group = add(members);
    played.runner.create(group);
    played.runner.give(group, new Input.MapAdvanced(members.map(), members.mapping(), true, true));
    assertThat(group.isPrimary()).isTrue();
    assertThat(played.wire.messages(PeeringMessage.GetInfo.class)).hasSize(1);
  }

  @Test
  void requestsOfAClientThatIsGoneAreNoLoad() {
    ObjectMessage.Operate write =
        new ObjectMessage.Operate(
            new RequestId(9, 1),
            Maps.EPOCH,
            Maps.GROUP,
            GroupHarness.object("o"),
            List.of(new ObjectOp.WriteFull(Payload.utf8("x"))),
            ObjectMessage.Sending.FIRST);
    played.load.onRequest(CLIENT, write, 0);
    dispatcher.onReset(GroupHarness.client(8));
    assertThat(played.load.size()).isOne();
    dispatcher.onReset(CLIENT);
    assertThat(played.load.size()).isZero();
  }

  @Test
  void requestEndsTheCalm() {
    lead();
    asks();
    assertThat(played.owner.endsOfCalm).isZero();
    for (int i = 0; i <= ShardRest.TICKS; i++) {
      played.runner.giveAll(new Input.Ticked(0));
      played.state.rest.onTick(false);
    }
    assertThat(played.owner.endsOfCalm).as("ticks are no work").isZero();
    asks();
    assertThat(played.owner.endsOfCalm).isEqualTo(1);
    asks();
    assertThat(played.owner.endsOfCalm).isEqualTo(1);
  }

  private void asks() {
    RequestId request = new RequestId(9, 1);
    dispatcher.onMessage(CLIENT, new ObjectMessage.QueryGroup(request, Maps.EPOCH, Maps.GROUP));
    played.load.onReply(CLIENT, request, played.loop.nanoTime());
  }

  @Test
  void readsOfAClientThatIsGoneAreDropped() {
    List<String> heard = new ArrayList<>();
    played.wire.busy = true;
    played.gate.pass(CLIENT, 1 << 19, () -> heard.add("begun"), () -> heard.add("dropped"));
    dispatcher.onReset(CLIENT);
    assertThat(heard).containsExactly("dropped");
  }

  @Test
  void aClientListensUntilItsStreamEnds() {
    dispatcher.onMessage(CLIENT, new ObjectMessage.Listen(1));
    assertThat(played.wire.messages()).containsExactly(new ObjectMessage.Listening(Maps.EPOCH));
    assertThat(played.state.listeners.of(9)).isEqualTo(CLIENT);
    dispatcher.onReset(CLIENT);
    assertThat(played.state.listeners.of(9)).isNull();
  }

  @Test
  void nobodyListensToAShardThatEnds() {
    played.state.stopped = true;
    dispatcher.onMessage(CLIENT, new ObjectMessage.Listen(1));
    assertThat(played.wire.messages()).isEmpty();
    assertThat(played.state.listeners.of(9)).isNull();
  }

  @Test
  void whatAPeerMayHaveLostIsSentAgainAfterAWhile() {
    lead();
    dispatcher.onReset(dialed());
    assertThat(played.wire.messages()).as("not at once").isEmpty();
    played.loop.pass(MOST_REDIAL_NANOS);
    assertThat(played.wire.messages(PeeringMessage.GetInfo.class)).hasSize(1);
  }

  /** It may have written in an interval before. */
  @Test
  void whoDoesNotBelongToAGroupThatIsLedHereIsAskedAgain() {
    List<OsdId> now = List.of(PlayedShard.SELF);
    ClusterMap next = members.map().apply(new Incremental(Maps.EPOCH + 1, 0, List.of()));
    played.state.map = next;
    GroupMapping before = new GroupMapping(Maps.GROUP, MemberList.of(OTHER), MemberList.of(OTHER));
    played.runner.create(add(new Membership(members.map(), before)));
    played.runner.give(
        ReplicaId.of(Maps.GROUP),
        new Input.MapAdvanced(
            next,
            new GroupMapping(Maps.GROUP, MemberList.of(now), MemberList.of(now)),
            true,
            true));
    assertThat(played.wire.messages(PeeringMessage.GetInfo.class)).hasSize(1);
    dispatcher.onReset(dialed());
    played.loop.pass(MOST_REDIAL_NANOS);
    assertThat(played.wire.messages(PeeringMessage.GetInfo.class)).hasSize(1);
  }

  /** Messages to a peer went by a stream that this OSD dialled. */
  @Test
  void nothingIsSentAgainForAStreamThatAPeerDialed() {
    lead();
    dispatcher.onReset(GroupHarness.stream(OTHER));
    played.loop.pass(MOST_REDIAL_NANOS);
    assertThat(played.wire.messages()).isEmpty();
  }

  @Test
  void aShardThatEndsSendsNothingAgain() {
    lead();
    played.state.stopped = true;
    dispatcher.onReset(dialed());
    played.loop.pass(MOST_REDIAL_NANOS);
    assertThat(played.wire.messages()).isEmpty();
  }

  @Test
  void updatesOfPeersThatAreUpAreCounted() {
    ObjectId object = GroupHarness.object("o");
    ReplicationMessage.Replicate update =
        new ReplicationMessage.Replicate(
            Maps.GROUP,
            Maps.EPOCH,
            new ReplicationMessage.Update(
                new LogEntry(
                    new Version(Maps.EPOCH, 1),
                    Version.ZERO,
                    object,
                    LogEntry.Kind.MODIFY,
                    new RequestId(9, 1),
                    List.of()),
                List.of(
                    new StoreOp.Write(GroupHarness.COLLECTION, object, 0, Payload.utf8("abcd"))),
                1,
                4),
            new ReplicationMessage.Replicate.Progress(Version.ZERO, Version.ZERO),
            List.of(),
            false);
    dispatcher.onMessage(new Peer.Session(OTHER.node(), 99, 1), update);
    assertThat(played.state.meters.served().replicas().replicaUpdates())
        .as("of one that is not up")
        .isZero();
    dispatcher.onMessage(dialed(), update);
    assertThat(played.state.meters.served().replicas().replicaUpdates()).isOne();
    assertThat(played.state.meters.served().replicas().replicaBytes()).isEqualTo(4);
  }
}
