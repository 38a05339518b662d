package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.PeeringMessage.Activated;
import io.pando.message.PeeringMessage.Changes;
import io.pando.message.PeeringMessage.GetInfo;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.IndexExtent;
import io.pando.message.PeeringMessage.Remember;
import io.pando.message.PeeringMessage.Share;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.ReturnReport;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The primary of a group of three, with updates 7'1 to 7'6; its log begins behind 7'3. */
class PeeringSenderTest {
  private static final MemberId SELF = MemberId.of(new OsdId(0));
  private static final MemberId ONE = MemberId.of(new OsdId(1));
  private static final MemberId TWO = MemberId.of(new OsdId(2));
  private static final MemberId OTHER = MemberId.of(new OsdId(5));
  private static final long RETRY = GroupCluster.RETRY_NANOS;

  private final GroupHarness harness =
      new GroupHarness(SELF.osd(), Maps.of(3, Replication.PRIMARY), GroupCluster.config(10, true));
  private final PeerInfos peerInfos = new PeerInfos(harness.replica);
  private final ReplicaReturns returns = new ReplicaReturns(_ -> {});
  private final PeeringSender sender =
      new PeeringSender(
          harness.replica, peerInfos, new LogFetch(harness.replica), returns, new PeeringPace());
  private final List<LogEntry> entries = new ArrayList<>();

  private static Version at(int counter) {
    return new Version(7, counter);
  }

  @BeforeEach
  void fill() {
    for (int i = 1; i <= 6; i++) {
      var update = harness.update("o" + i, new RequestId(9, i));
      entries.add(update.entry());
      harness.replica.append(update, i == 6 ? at(3) : Version.ZERO, Awaiting.nothing());
    }
    harness.settle();
    harness.effects();
    harness.pass(10 * RETRY);
    assertThat(sender.isTimeToAskAgain()).isTrue();
  }

  private static SortedSet<MemberId> osds(MemberId... osds) {
    return new TreeSet<>(List.of(osds));
  }

  private static Effect info(MemberId to) {
    return new Effect.Send(to, new GetInfo(Maps.GROUP, Maps.EPOCH));
  }

  private Effect log(MemberId to, Version since) {
    return new Effect.Send(
        to, new GetLog(Maps.GROUP, Maps.EPOCH, since, harness.replica.log().rememberedSince()));
  }

  private Effect share(MemberId to) {
    return new Effect.Send(to, new Share(Maps.GROUP, Maps.EPOCH, harness.replica.info()));
  }

  private Activate activate(int since, boolean backfill, @Nullable IndexExtent indexed) {
    return new Activate(
        Maps.GROUP,
        Maps.EPOCH,
        harness.replica.info(),
        new Activate.CatchUp(at(since), entries.subList(since, 6), backfill, indexed),
        false,
        harness.replica.leases().left(harness.replica.nowNanos()));
  }

  private void hear(MemberId osd, Version head) {
    peerInfos.put(osd, harness.replica.info().withLog(LogBounds.at(head)));
  }

  /** After this it is not time to ask again until the whole time has passed. */
  private void isAskedNow() {
    harness.pass(RETRY - 1);
    assertThat(sender.isTimeToAskAgain()).isFalse();
    harness.pass(1);
    assertThat(sender.isTimeToAskAgain()).isTrue();
    assertThat(sender.isTimeToAskAgain()).isFalse();
    harness.pass(RETRY / 2);
  }

  @Test
  void everyPhaseAsksWhatItWaitsFor() {
    harness.pass(RETRY / 2);
    sender.ask(new Phase.GatheringInfo(osds(ONE, OTHER)));
    assertThat(harness.effects()).containsExactly(info(ONE), info(OTHER));
    isAskedNow();
    sender.ask(new Phase.FetchingLog(new Authority(TWO, harness.replica.info())));
    assertThat(harness.effects()).containsExactly(log(TWO, at(6)));
    isAskedNow();
    sender.ask(new Phase.ChoosingActing(PlayedPrimary.osds(TWO, ONE)));
    assertThat(harness.effects())
        .containsExactly(new Effect.OverrideActing(PlayedPrimary.osds(TWO, ONE)));
    isAskedNow();
    sender.ask(new Phase.AwaitingUpThru());
    assertThat(harness.effects()).containsExactly(new Effect.RaiseUpThru(Maps.EPOCH));
    isAskedNow();
    hear(ONE, at(4));
    hear(TWO, at(6));
    sender.ask(new Phase.Activating(osds(SELF, ONE, TWO)));
    assertThat(harness.effects())
        .containsExactly(
            new Effect.Send(ONE, new Remember(Maps.GROUP, Maps.EPOCH, entries.subList(0, 3))),
            new Effect.Send(ONE, activate(4, false, null)),
            new Effect.Send(TWO, new Remember(Maps.GROUP, Maps.EPOCH, entries.subList(0, 3))),
            new Effect.Send(TWO, activate(6, false, null)));
    isAskedNow();
    sender.ask(new Phase.Active());
    sender.ask(new Phase.Idle());
    sender.ask(new Phase.Down("x"));
    assertThat(harness.effects()).isEmpty();
  }

  @Test
  void afterAResetAPhaseAsksThatOsdAgain() {
    Phase gathering = new Phase.GatheringInfo(osds(ONE));
    sender.askAgain(gathering, ONE);
    assertThat(harness.effects()).containsExactly(info(ONE));
    sender.askAgain(gathering, TWO);
    assertThat(harness.effects()).isEmpty();
    Phase fetching = new Phase.FetchingLog(new Authority(TWO, harness.replica.info()));
    sender.askAgain(fetching, TWO);
    assertThat(harness.effects()).containsExactly(log(TWO, at(6)));
    sender.askAgain(fetching, ONE);
    assertThat(harness.effects()).isEmpty();
    hear(ONE, at(5));
    hear(TWO, at(6));
    Phase activating = new Phase.Activating(osds(SELF, ONE));
    sender.askAgain(activating, ONE);
    assertThat(harness.said(Activate.class)).containsExactly(activate(5, false, null));
    sender.askAgain(activating, TWO);
    assertThat(harness.effects()).isEmpty();
    sender.askAgain(new Phase.Active(), TWO);
    assertThat(harness.effects()).containsExactly(share(ONE), share(TWO));
    sender.askAgain(new Phase.Active(), OTHER);
    sender.askAgain(new Phase.ChoosingActing(PlayedPrimary.osds(ONE)), ONE);
    sender.askAgain(new Phase.AwaitingUpThru(), ONE);
    assertThat(harness.effects()).isEmpty();
  }

  @Test
  void allMembersButThePrimaryHearWhatIsTrueOfTheGroup() {
    sender.share();
    assertThat(harness.effects()).containsExactly(share(ONE), share(TWO));
  }

  private ReturnReport report(MemberId osd) {
    ReturnReport report = returns.report().get(osd);
    if (report == null) {
      throw new AssertionError("nothing is told of " + osd);
    }
    return report;
  }

  /** Every name has two letters: 18 bytes of a message, about. */
  @Test
  void whatTheLogTellsIsCounted() {
    sender.activate(ONE, at(4), at(3));
    assertThat(harness.effects(Effect.Report.class)).as("that is the usual way").isEmpty();
    harness.pass(30);
    sender.onActivated(ONE);
    assertThat(report(ONE))
        .isEqualTo(
            new ReturnReport(
                "log",
                new ReturnReport.Cost(1, 36, 0, 2),
                0,
                new ReturnReport.Copies(0, 0, 0),
                new ReturnReport.Times(30, 0, 0)));
  }

  @Test
  void anotherWayThanTheLogIsReported() {
    sender.activate(ONE, Version.ZERO, Version.ZERO);
    assertThat(harness.effects())
        .containsExactly(
            new Effect.Report(Maps.GROUP + ": osd.1 catches up from 0'0 by Copy[]"),
            new Effect.Send(ONE, new Remember(Maps.GROUP, Maps.EPOCH, entries.subList(0, 3))),
            new Effect.Send(ONE, activate(3, true, null)));
    assertThat(report(ONE).way()).isEqualTo("copy");
  }

  private Activated activated(SortedMap<ObjectId, Version> missing, @Nullable Version asTold) {
    GroupInfo info = harness.replica.info();
    return new Activated(Maps.GROUP, Maps.EPOCH, info, missing, false, asTold);
  }

  @Test
  void whatTheIndexTellsIsKnownUntilItIsAnswered() {
    sender.activate(ONE, at(1), at(3));
    harness.settle();
    SortedMap<Long, Long> counters = new TreeMap<>();
    counters.put(7L, 3L);
    List<IndexEntry> changes = entries.subList(1, 3).stream().map(IndexEntry::of).toList();
    assertThat(harness.effects())
        .containsExactly(
            new Effect.Report(Maps.GROUP + ": osd.1 catches up from 7'1 by Index[since=7'1]"),
            new Effect.Send(ONE, new Remember(Maps.GROUP, Maps.EPOCH, entries.subList(0, 3))),
            new Effect.Send(ONE, new Changes(Maps.GROUP, Maps.EPOCH, changes, counters)),
            new Effect.Send(ONE, activate(3, false, new IndexExtent(at(1), 2))));
    assertThat(report(ONE).way()).isEqualTo("index");
    assertThat(report(ONE).cost().listed()).isEqualTo(5);
    SortedMap<ObjectId, Version> told = new TreeMap<>();
    entries.subList(1, 6).forEach(it -> told.put(it.object(), it.version()));
    assertThat(sender.missing(ONE, activated(new TreeMap<>(), at(1)))).contains(told);
    assertThat(sender.missing(ONE, activated(new TreeMap<>(), at(2)))).isEmpty();
    assertThat(sender.missing(TWO, activated(new TreeMap<>(), at(1)))).isEmpty();
    SortedMap<ObjectId, Version> lacks = new TreeMap<>();
    lacks.put(GroupHarness.object("o9"), at(5));
    assertThat(sender.missing(ONE, activated(lacks, null))).contains(lacks);
    sender.onActivated(ONE);
    assertThat(sender.missing(ONE, activated(new TreeMap<>(), at(1)))).isEmpty();
  }

  @Test
  void whatWasToldEndsWithAnotherActivation() {
    sender.activate(ONE, at(1), at(3));
    harness.settle();
    sender.activate(ONE, at(5), at(3));
    assertThat(sender.missing(ONE, activated(new TreeMap<>(), at(1)))).isEmpty();
  }
}
