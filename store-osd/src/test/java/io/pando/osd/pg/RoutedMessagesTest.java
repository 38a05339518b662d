package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.RemainingLeases;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.Message;
import io.pando.message.PeeringMessage;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.ReplicationMessage;
import io.pando.message.ScrubMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What members say reaches each room that it is for, and what a room finds the others. */
class RoutedMessagesTest {
  private static final OsdId A = new OsdId(0);
  private static final OsdId B = new OsdId(1);
  private static final OsdId C = new OsdId(2);
  private static final long LATER = Duration.ofSeconds(10).toNanos();

  private final GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));
  private final long next;

  RoutedMessagesTest() {
    for (int i = 0; i < 6; i++) {
      cluster.write(0, "o" + i, "hello" + i);
    }
    cluster.conversation();
    next = cluster.map().epoch() + 1;
  }

  private static Input said(OsdId from, long epoch, Message message) {
    return new Input.PeerSaid(MemberId.of(from), GroupHarness.stream(from), epoch, message);
  }

  private GroupInfo info(int osd) {
    return cluster.site(osd).group().held().info();
  }

  private Input notifies(OsdId from, RemainingLeases leases, @Nullable Version had) {
    return said(
        from, next, new PeeringMessage.Notify(Maps.GROUP, next, info(from.value()), leases, had));
  }

  /** The primary is down; the others go on, and the map shows that the next one is up. */
  private Input withoutA() {
    OsdInfo a = Objects.requireNonNull(cluster.map().osds().get(A));
    OsdInfo b = Objects.requireNonNull(cluster.map().osds().get(B));
    OsdInfo down =
        new OsdInfo(
            A,
            a.identity(),
            false,
            new OsdInfo.Weight(true, a.weight().reweight()),
            new OsdInfo.Endpoint(a.address(), 1),
            new OsdInfo.UpHistory(a.upFrom(), next, next, 0));
    ClusterMap map =
        cluster
            .map()
            .apply(
                new Incremental(
                    next,
                    0,
                    List.of(
                        new Incremental.PutOsd(down), new Incremental.PutOsd(b.withUpThru(next)))));
    List<OsdId> left = List.of(B, C);
    return new Input.MapAdvanced(
        map, new GroupMapping(Maps.GROUP, MemberList.of(left), MemberList.of(left)), true, true);
  }

  private static <T extends Message> List<T> sent(List<Effect> effects, Class<T> kind) {
    return effects.stream()
        .filter(Effect.Send.class::isInstance)
        .map(effect -> ((Effect.Send) effect).message())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  /** The new primary has agreed, and tells the other member. */
  private Activate activation(RemainingLeases leases) {
    List<Effect> _ = cluster.site(1).driveAside(withoutA());
    List<Activate> told =
        sent(cluster.site(1).driveAside(notifies(C, leases, null)), Activate.class);
    assertThat(told).hasSize(1);
    return told.getFirst();
  }

  @Test
  void leasesThatAMemberTellsOfAreWaitedFor() {
    TreeMap<OsdId, Long> left = new TreeMap<>();
    left.put(A, 500L);
    List<Effect> _ = cluster.site(2).driveAside(withoutA());
    Activate told = activation(new RemainingLeases(left, 0));
    assertThat(told.leases()).isEqualTo(new RemainingLeases(left, 0));
    PeeringMessage.Activated done =
        new PeeringMessage.Activated(Maps.GROUP, next, info(1), new TreeMap<>(), false, null);
    assertThat(cluster.site(1).driveAside(said(C, next, done))).contains(new Effect.WakeAfter(500));
  }

  @Test
  void aMemberIsActivatedWithWhatItAsksFor() {
    Activate told = activation(RemainingLeases.NONE);
    PeeringMessage.GetLog asks =
        new PeeringMessage.GetLog(Maps.GROUP, next, Version.ZERO, Version.ZERO);
    List<Activate> again = sent(cluster.site(1).driveAside(said(C, next, asks)), Activate.class);
    assertThat(again).hasSize(1);
    assertThat(again.getFirst().catchUp().entries())
        .hasSizeGreaterThan(told.catchUp().entries().size());
  }

  private List<Effect> roots(int osd) {
    return cluster.site(osd).stepAside(LATER, new Input.Ticked(1)).stream()
        .filter(it ->
            it instanceof Effect.Answer answer && answer.message() instanceof ReplicationMessage)
        .toList();
  }

  @Test
  void aReplicaTellsItsRootOnceThePrimaryOfTheIntervalSpoke() {
    Activate told = activation(RemainingLeases.NONE);
    List<Effect> _ = cluster.site(2).driveAside(withoutA());
    assertThat(roots(2)).isEmpty();
    Peer via = GroupHarness.client(77);
    List<Effect> _ =
        cluster.site(2).driveAside(new Input.PeerSaid(MemberId.of(B), via, next, told));
    assertThat(roots(2)).singleElement().extracting("to").isEqualTo(via);
  }

  @Test
  void whereverARootDiffersTheTreesAreCompared() {
    ScrubRecord before = cluster.site(0).group().held().scrub();
    ReplicationMessage.Root wrong =
        new ReplicationMessage.Root(Maps.GROUP, next - 1, info(0).lastUpdate(), new Digest(1, 2));
    List<Effect> _ = cluster.site(0).driveAside(said(B, next - 1, wrong));
    assertThat(cluster.site(0).group().held().scrub()).isNotEqualTo(before);
  }

  @Test
  void aReplicaNotesHowFarAScrubIs() {
    ScrubRecord record =
        new ScrubRecord(
            new ScrubRecord.Past(1, 0, 0, 0),
            new ScrubRecord.Progress(ScrubKind.NONE, ScrubKind.LIGHT, 7),
            ScrubRecord.Found.NOTHING,
            0,
            9);
    List<Effect> _ =
        cluster
            .site(1)
            .driveAside(
                said(A, next - 1, new ScrubMessage.RememberScrub(Maps.GROUP, next - 1, record)));
    assertThat(cluster.site(1).group().held().scrub()).isEqualTo(record);
  }

  @Test
  void aRollbackIsToldForAnHour() {
    Version had = new Version(next, 99);
    List<Effect> _ = cluster.site(0).driveAside(notifies(C, RemainingLeases.NONE, had));
    assertThat(cluster.stats().problems().rolledBack()).hasSize(1);
    cluster.tick(Duration.ofHours(1).toNanos() - 1);
    assertThat(cluster.stats().problems().rolledBack()).hasSize(1);
    cluster.tick(1);
    assertThat(cluster.stats().problems().rolledBack()).isEmpty();
  }

  @Test
  void allMembersKnowThatTheGroupIsClean() {
    assertThat(cluster.site(0).effects(Effect.Report.class))
        .contains(new Effect.Report(Maps.GROUP + ": clean"));
    for (int osd = 0; osd < 3; osd++) {
      assertThat(info(osd).history().lastEpochClean()).isEqualTo(Maps.EPOCH);
      assertThat(info(osd).history().lastEpochStarted()).isEqualTo(Maps.EPOCH);
    }
  }

  @Test
  void whatCameBackInAnIntervalIsToldInItAlone() {
    cluster.stop(2);
    cluster.write(0, "o1", "x");
    cluster.restart(2);
    assertThat(cluster.report().replicas().returns())
        .containsOnlyKeys(MemberId.of(B), MemberId.of(C));
    cluster.stop(2);
    assertThat(cluster.report().replicas().returns()).containsOnlyKeys(MemberId.of(B));
  }

  /** The object is copied beside all limits, since a client waits for it. */
  @Test
  void aClientIsAnsweredOnceWhatItReadsHasCome() {
    cluster.stop(0);
    cluster.write(1, "o1", "newer");
    cluster.site(0).setSlots(false);
    cluster.restart(0);
    assertThat(cluster.report().replicas().missing()).containsEntry(MemberId.of(A), 1L);
    assertThat(cluster.operate(0, "o1", new ObjectOp.Read(new ByteRange(0, 10))).toString())
        .contains(Payload.utf8("newer").toString());
    assertThat(cluster.report().replicas().missing()).containsEntry(MemberId.of(A), 0L);
  }
}
