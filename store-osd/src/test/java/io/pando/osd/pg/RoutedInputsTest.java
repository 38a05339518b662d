package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.GroupLineage;
import io.pando.group.LogEntry;
import io.pando.group.RemainingLeases;
import io.pando.group.ScrubKind;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.Message;
import io.pando.message.ObjectMessage;
import io.pando.message.PeeringMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.replica.GroupContext;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;
import io.pando.report.group.GroupState;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Every input of a group reaches each room that it is for. */
class RoutedInputsTest {
  private static final OsdId A = new OsdId(0);
  private static final OsdId B = new OsdId(1);
  private static final OsdId C = new OsdId(2);
  private static final long RETRY = GroupCluster.RETRY_NANOS;

  private GroupCluster cluster = cluster(Replication.PRIMARY);

  private long requests;

  private static GroupCluster cluster(Replication replication) {
    GroupCluster cluster = new GroupCluster(3, replication, GroupCluster.config(20, true));
    for (int i = 0; i < 6; i++) {
      cluster.write(0, "o" + i, "hello" + i);
    }
    cluster.conversation();
    return cluster;
  }

  private Input write(String name) {
    return asked(new ObjectOp.WriteFull(Payload.utf8("x")), name);
  }

  private Input asked(ObjectOp op, String name) {
    return new Input.ClientAsked(
        GroupHarness.client(9),
        new ObjectMessage.Operate(
            new RequestId(8, ++requests),
            cluster.map().epoch(),
            Maps.GROUP,
            GroupHarness.object(name),
            List.of(op),
            ObjectMessage.Sending.FIRST),
        cluster.wallMillis());
  }

  /** An update is sent to replicas, and has not arrived. */
  private void beginWrite() {
    cluster.conversation();
    cluster.site(0).give(write("o1"));
    cluster.settleWhile(() -> cluster.said(ReplicationMessage.Replicate.class).isEmpty());
  }

  private List<String> afterReset(int of, OsdId osd) {
    cluster.site(of).give(new Input.PeerReset(osd));
    cluster.settle();
    return cluster.conversation();
  }

  private List<String> afterTick(long nanos) {
    cluster.conversation();
    cluster.tick(nanos);
    return cluster.conversation();
  }

  // Streams that ended

  @Test
  void updatesAndNewsAreSentAgainAfterAReset() {
    beginWrite();
    assertThat(afterReset(0, B))
        .contains("0>1 Share", "0>1 Replicate")
        .doesNotContain("0>2 Replicate");
    assertThat(cluster.differences()).isEmpty();
  }

  /** An OSD with two fragments of a group is connected to itself. */
  @Test
  void theResetOfItsOwnConnectionConcernsNoneOfItsRequests() {
    cluster.place(0, 2, 1);
    for (int steps = 0; steps < 200; steps++) {
      cluster.site(0).give(new Input.PeerReset(A));
      AtomicBoolean first = new AtomicBoolean(true);
      cluster.settleWhile(() -> first.getAndSet(false));
    }
    cluster.settle();
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.stats().states()).contains(GroupState.ACTIVE);
  }

  @Test
  void aReservationIsAskedForAgainAfterAReset() {
    cluster.site(2).setSlots(false);
    cluster.stop(2);
    cluster.write(0, "o1", "x");
    cluster.restart(2);
    cluster.conversation();
    assertThat(afterReset(0, C)).contains("0>2 Reserve");
    assertThat(afterReset(0, B)).doesNotContain("0>1 Reserve");
    cluster.site(2).setSlots(true);
    cluster.settle();
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void aReplicaIsAskedToScrubAgainAfterAReset() {
    cluster.site(2).setSlots(false);
    cluster.tick(1);
    cluster.order(0, ScrubKind.LIGHT);
    cluster.settle();
    cluster.conversation();
    assertThat(afterReset(0, C)).contains("0>2 AskScrub");
    assertThat(afterReset(0, B)).doesNotContain("0>1 AskScrub");
  }

  @Test
  void aReplicaThatPassesUpdatesOnHasThemSentAgainAfterAReset() {
    cluster = cluster(Replication.CHAIN);
    beginWrite();
    assertThat(afterReset(1, C)).contains("1>0 Resend", "0>1 Replicate");
    assertThat(cluster.differences()).isEmpty();
  }

  // Time

  @Test
  void updatesAreSentAgainAfterAWhile() {
    beginWrite();
    List<Effect> _ = step(0, 0, new Input.Persisted(new CommitOutcome.Committed()));
    assertThat(messages(step(0, RETRY - 1, new Input.Ticked(1))))
        .doesNotHaveAnyElementsOfTypes(ReplicationMessage.Replicate.class);
    assertThat(messages(step(0, RETRY, new Input.Ticked(1))))
        .hasAtLeastOneElementOfType(ReplicationMessage.Replicate.class);
  }

  /** The copy of a former member goes once the group is clean. */
  @Test
  void aFormerMemberTellsOfItsCopyUntilItIsToRemoveIt() {
    cluster.site(3).setSlots(false);
    cluster.place(0, 1, 3);
    assertThat(cluster.conversation()).contains("2>0 Notify");
    assertThat(afterTick(RETRY)).contains("2>0 Notify").doesNotContain("0>2 Discard");
    cluster.site(3).setSlots(true);
    cluster.settle();
    assertThat(cluster.site(2).runs()).isTrue();
    assertThat(afterTick(RETRY)).contains("2>0 Notify", "0>2 Discard");
    assertThat(cluster.site(2).runs()).isFalse();
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void replicasAtRestTellTheirRoots() {
    assertThat(afterTick(Duration.ofSeconds(10).toNanos())).contains("1>0 Root", "2>0 Root");
  }

  private int depth(int osd) {
    return cluster.site(osd).group().held().tree().tree().depth();
  }

  @Test
  void treesTakeTheDepthThatGoesWithTheirObjects() {
    assertThat(depth(0)).isEqualTo(10);
    cluster.tick(1);
    for (int osd = 0; osd < 3; osd++) {
      assertThat(depth(osd)).isLessThanOrEqualTo(4);
    }
  }

  // Single steps, of which nothing is carried out

  private List<Effect> step(int osd, long laterNanos, Input input) {
    return cluster.site(osd).stepAside(laterNanos, input);
  }

  private List<Effect> drive(int osd, Input input) {
    return cluster.site(osd).driveAside(input);
  }

  private List<Message> messages(List<Effect> effects) {
    List<Message> messages = new ArrayList<>();
    for (Effect effect : effects) {
      switch (effect) {
        case Effect.Send send -> messages.add(send.message());
        case Effect.Answer answer -> messages.add(answer.message());
        case Effect.Reply reply -> messages.add(reply.reply());
        default -> {
          // No message.
        }
      }
    }
    return messages;
  }

  private Input said(OsdId from, Message message) {
    return new Input.PeerSaid(
        MemberId.of(from), GroupHarness.stream(from), cluster.map().epoch() + 1, message);
  }

  /** A map by which the group is on other OSDs. */
  private Input moved(OsdId... osds) {
    ClusterMap next = cluster.map().apply(new Incremental(cluster.map().epoch() + 1, 0, List.of()));
    return new Input.MapAdvanced(
        next, new GroupMapping(Maps.GROUP, MemberList.of(osds), MemberList.of(osds)), true, true);
  }

  private GroupInfo info(int osd) {
    return cluster.site(osd).group().held().info();
  }

  private Input notifies(OsdId from, RemainingLeases leases, Version had) {
    return said(
        from,
        new PeeringMessage.Notify(
            Maps.GROUP, cluster.map().epoch() + 1, info(from.value()), leases, had));
  }

  @Test
  void questionsAreAskedAgainAfterAWhileAndAfterAReset() {
    assertThat(messages(step(0, 0, moved(A, B))))
        .hasAtLeastOneElementOfType(PeeringMessage.GetInfo.class);
    assertThat(messages(step(0, RETRY - 1, new Input.Ticked(1)))).isEmpty();
    assertThat(messages(step(0, RETRY, new Input.Ticked(1))))
        .hasAtLeastOneElementOfType(PeeringMessage.GetInfo.class);
    assertThat(messages(step(0, RETRY, new Input.PeerReset(B))))
        .singleElement()
        .isInstanceOf(PeeringMessage.GetInfo.class);
  }

  @Test
  void whoIsNoMemberAnyMoreTellsOfItsCopyAtOnce() {
    assertThat(messages(drive(2, moved(A, B))))
        .hasAtLeastOneElementOfType(PeeringMessage.Notify.class);
  }

  @Test
  void whatANotificationTellsIsHeard() {
    drive(0, moved(A, B, C, new OsdId(3)));
    TreeMap<OsdId, Long> left = new TreeMap<>();
    left.put(new OsdId(6), 500L);
    Version had = new Version(99, 99);
    assertThat(drive(0, notifies(B, new RemainingLeases(left, 0), had)))
        .hasAtLeastOneElementOfType(Effect.CountRolledBack.class);
    assertThat(info(0).lastUpdate()).isNotEqualTo(had);
    assertThat(cluster.site(0).group().held().info()).isEqualTo(info(0));
  }

  @Test
  void aReadThatIsDroppedIsOver() {
    List<Effect> effects = step(0, 0, asked(new ObjectOp.Stat(), "o1"));
    Effect.ReadObject read =
        (Effect.ReadObject)
            effects.stream().filter(Effect.ReadObject.class::isInstance).findFirst().orElseThrow();
    assertThat(cluster.site(0).group().openRequests()).isEqualTo(1);
    step(0, 0, new Input.ReadDropped(read.token()));
    assertThat(cluster.site(0).group().openRequests()).isZero();
  }

  @Test
  void aFullStoreTakesNoUpdates() {
    cluster.site(0).give(new Input.FullnessChanged(true));
    assertThat(cluster.write(0, "o1", "x").toString()).contains("NO_SPACE");
    cluster.site(0).give(new Input.FullnessChanged(false));
    assertThat(cluster.write(0, "o1", "x").toString()).contains("Succeeded");
  }

  @Test
  void aRemovedPoolAndAGroupThatEndsServeNobody() {
    for (boolean removed : List.of(true, false)) {
      cluster = cluster(Replication.PRIMARY);
      PlacementGroup group = cluster.site(0).group();
      drive(0, write("o1"));
      drive(0, asked(new ObjectOp.Stat(), "o2"));
      List<Effect> effects = new ArrayList<>();
      if (removed) {
        group.step(cluster.nowNanos(), new Input.PoolRemoved(99), effects::add);
      } else {
        group.end(cluster.nowNanos(), effects::add);
        assertThat(group.isPrimary()).isFalse();
      }
      assertThat(messages(effects))
          .hasSize(2)
          .hasOnlyElementsOfType(
              removed ? ObjectMessage.OperateReply.class : ObjectMessage.NotServed.class);
      assertThat(group.openRequests()).isZero();
      if (removed) {
        assertThat(group.stats().states()).doesNotContain(GroupState.ACTIVE);
      }
    }
  }

  @Test
  void aGroupThatWasMadeOfOthersIsStored() {
    PlacementGroup old = cluster.site(0).group();
    PlacementGroup made =
        new PlacementGroup(
            new GroupContext(
                A, GroupCluster.config(20, true), new LogBudget(1 << 30), cluster.leases()),
            MemberId.of(A),
            old.membership(),
            StoredGroup.fresh(Maps.GROUP, 1, new GroupLineage(1, 9)));
    List<StoreOp> steps = List.of(new StoreOp.CreateCollection(GroupHarness.COLLECTION));
    List<Effect> effects = new ArrayList<>();
    made.begin(List.of(old), steps, 5, effects::add);
    assertThat(effects).singleElement().isInstanceOf(Effect.Persist.class);
    assertThat(((Effect.Persist) effects.getFirst()).transaction().ops()).isEqualTo(steps);
  }

  @Test
  void aReplicaWithAnotherRootIsFound() {
    Version head = info(0).lastUpdate();
    Digest wrong = new Digest(1, 2);
    assertThat(
            step(
                0,
                0,
                said(
                    B,
                    new ReplicationMessage.Root(Maps.GROUP, cluster.map().epoch(), head, wrong))))
        .hasAtLeastOneElementOfType(Effect.CountDiverged.class);
    assertThat(
            step(
                0,
                0,
                said(
                    C,
                    new ReplicationMessage.Replicated(
                        Maps.GROUP, cluster.map().epoch(), head, wrong))))
        .hasAtLeastOneElementOfType(Effect.CountDiverged.class);
  }

  /** The root is told by the stream on which the primary spoke last. */
  @Test
  void aReplicaTellsItsRootWhereThePrimarySpoke() {
    Peer via = GroupHarness.client(77);
    long later = Duration.ofSeconds(10).toNanos();
    PeeringMessage.Share share =
        new PeeringMessage.Share(Maps.GROUP, cluster.map().epoch(), info(0));
    step(1, 0, new Input.PeerSaid(MemberId.of(A), via, cluster.map().epoch(), share));
    assertThat(step(1, later, new Input.Ticked(1)))
        .filteredOn(it -> it instanceof Effect.Answer answer && answer.to().equals(via))
        .hasSize(1);
  }

  @Test
  void aSlotThatAReplicaTakesBackIsLost() {
    cluster.site(2).setSlots(false);
    cluster.stop(2);
    cluster.write(0, "o1", "x");
    cluster.restart(2);
    long wish = cluster.said(RecoveryMessage.Reserve.class).getLast().wish();
    long epoch = cluster.map().epoch();
    step(0, 0, said(C, new RecoveryMessage.Reserved(Maps.GROUP, epoch, wish)));
    assertThat(step(0, 0, said(C, new RecoveryMessage.Revoked(Maps.GROUP, epoch, wish))))
        .hasAtLeastOneElementOfType(Effect.EndSlot.class);
  }

  @Test
  void aNewMemberRemembersTheRequestsThatTheOthersDo() {
    for (int i = 0; i < 30; i++) {
      cluster.write(0, "o" + i % 4, "again" + i);
    }
    cluster.place(0, 1, 3);
    cluster.settle();
    assertThat(info(3).log()).isEqualTo(info(0).log());
    List<LogEntry> known = cluster.site(0).group().held().entries();
    assertThat(known).hasSizeGreaterThan(20);
    assertThat(cluster.site(3).group().held().entries()).isEqualTo(known);
    assertThat(info(3).log()).isNotEqualTo(LogBounds.NOTHING);
  }
}
