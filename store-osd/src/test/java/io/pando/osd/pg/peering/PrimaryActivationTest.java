package io.pando.osd.pg.peering;

import static io.pando.osd.pg.peering.PlayedPrimary.FORMER;
import static io.pando.osd.pg.peering.PlayedPrimary.ONE;
import static io.pando.osd.pg.peering.PlayedPrimary.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Incremental;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.RemainingLeases;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.PeeringMessage.Activated;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.Share;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.step.Effect;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How the primary of a group of three has all members take over its log, and leads. */
class PrimaryActivationTest {
  private static final Version HEAD = new Version(6, 5);
  private static final long RETRY = GroupConfig.defaults().waits().retryNanos();
  private static final long LEASE = 2 * RETRY;

  private PlayedPrimary played =
      new PlayedPrimary(Maps.of(3, Replication.PRIMARY), PlayedPrimary.empty());

  /** All members have what is here, and are told to take over. */
  private void agree() {
    played.primary.begin();
    played.hear(ONE, TWO);
    assertThat(played.primary.describe()).startsWith("Activating");
  }

  private static Activated activated(GroupInfo info, boolean more, String... missing) {
    SortedMap<ObjectId, Version> lacks = new TreeMap<>();
    for (String name : missing) {
      lacks.put(GroupHarness.object(name), HEAD);
    }
    return new Activated(Maps.GROUP, Maps.EPOCH, info, lacks, more, null);
  }

  private void activate(MemberId... osds) {
    for (MemberId osd : osds) {
      played.primary.onActivated(osd, activated(played.info(), false));
    }
  }

  private List<String> lacking(MemberId osd) {
    return played.primary.missingOf(osd).keySet().stream().map(ObjectId::name).toList();
  }

  private long lookedNanos(MemberId osd) {
    return Objects.requireNonNull(played.returns.report().get(osd)).times().discoveryNanos();
  }

  private void isServing(boolean serves) {
    assertThat(played.primary.isActive()).as(played.primary.describe()).isEqualTo(serves);
    assertThat(played.activations).isEqualTo(serves ? 1 : 0);
  }

  @Test
  void itIsActivatedItselfOnceThatIsDurable() {
    agree();
    activate(ONE, TWO);
    assertThat(played.primary.waitsFor()).isEqualTo("activation of [osd.0]");
    isServing(false);
    assertThat(played.info().lastEpochStarted()).isEqualTo(Maps.EPOCH);
    assertThat(played.info().history().lastEpochStarted()).isZero();
    played.harness.effects();
    played.harness.settle();
    isServing(true);
    assertThat(played.info().history().lastEpochStarted()).isEqualTo(Maps.EPOCH);
    assertThat(shared()).containsExactly(share(ONE), share(TWO));
  }

  private List<Effect.Send> shared() {
    return played.harness.effects(Effect.Send.class);
  }

  private Effect.Send share(MemberId to) {
    return new Effect.Send(
        to, new Share(Maps.GROUP, played.harness.replica.epoch(), played.info()));
  }

  @Test
  void whatBecomesDurableInALaterIntervalActivatesNobody() {
    agree();
    activate(ONE, TWO);
    played.beginInterval();
    played.hear(ONE, TWO);
    assertThat(played.primary.describe()).startsWith("GatheringInfo");
    played.harness.settle();
    assertThat(played.primary.waitsFor())
        .isEqualTo("the monitors to record that this OSD is up (up_thru)");
    isServing(false);
  }

  @Test
  void aMemberTellsInPartsWhatItLacks() {
    agree();
    played.harness.settle();
    GroupInfo filled = played.info().withBackfill(GroupHarness.object("o1"));
    played.harness.pass(5);
    played.primary.onActivated(ONE, activated(filled, true, "o1"));
    assertThat(lookedNanos(ONE)).isZero();
    assertThat(played.primary.waitsFor()).isEqualTo("activation of [osd.1, osd.2]");
    assertThat(played.primary.infos().get(ONE)).isNotEqualTo(filled);
    played.primary.onActivated(ONE, activated(filled, false, "o2"));
    assertThat(played.primary.waitsFor()).isEqualTo("activation of [osd.2]");
    assertThat(played.primary.infos().get(ONE)).isEqualTo(filled);
    assertThat(lookedNanos(ONE)).isEqualTo(5);
    assertThat(lacking(ONE)).containsExactlyInAnyOrder("o1", "o2");
    assertThat(lacking(TWO)).isEmpty();
  }

  /** Else an answer to an activation from before could add to what a member lacks. */
  @Test
  void onlyWhoseActivationIsAwaitedIsHeard() {
    agree();
    played.harness.settle();
    activate(ONE);
    played.harness.effects();
    played.primary.onActivated(ONE, activated(played.info(), false, "o1"));
    played.primary.onActivated(FORMER, activated(played.withHead(HEAD), false, "o1"));
    assertThat(played.harness.effects()).isEmpty();
    assertThat(lacking(ONE)).isEmpty();
    assertThat(played.primary.infos()).containsOnlyKeys(ONE, TWO);
    activate(TWO);
    isServing(true);
    played.harness.effects();
    played.primary.onActivated(TWO, activated(played.info(), false, "o1"));
    assertThat(lacking(TWO)).isEmpty();
    assertThat(played.harness.effects()).isEmpty();
  }

  @Test
  void whoTookOverAnotherLogIsNamedWithBoth() {
    agree();
    played.harness.effects();
    played.primary.onActivated(ONE, activated(played.withHead(HEAD), false));
    assertThat(played.harness.effects())
        .containsExactly(
            new Effect.Report(
                "1.0: osd.1 is not activated: it is at 6'5 in the interval since epoch 7, not at"
                    + " 0'0 since 7"));
    History before = new History(1, 0, 0, Maps.EPOCH - 1, 1, List.of());
    played.primary.onActivated(ONE, activated(played.info().withHistory(before), false));
    assertThat(played.harness.effects().toString()).contains("since epoch 6, not at 0'0 since 7");
    assertThat(played.primary.waitsFor()).contains("osd.1");
  }

  /** What a member says unasked is older than its activation; others may know of the past. */
  @Test
  void nothingThatIsSaidAfterItAgreedChangesWhatMembersHave() {
    agree();
    GroupInfo sound = played.info();
    History deeper = new History(1, 5, 5, Maps.EPOCH, 1, List.of());
    GroupInfo other = played.withHead(HEAD).withHistory(deeper);
    played.harness.effects();
    played.primary.onNotify(ONE, other);
    played.primary.onNotify(FORMER, other);
    played.harness.settle();
    activate(ONE, TWO);
    isServing(true);
    played.harness.effects();
    played.primary.onNotify(TWO, other);
    played.primary.onNotify(FORMER, other);
    assertThat(played.primary.infos())
        .containsOnlyKeys(ONE, TWO, FORMER)
        .containsEntry(FORMER, other);
    for (MemberId member : List.of(ONE, TWO)) {
      assertThat(played.primary.infos().get(member))
          .extracting(GroupInfo::log)
          .isEqualTo(sound.log());
    }
    assertThat(played.info().history().lastEpochClean()).isZero();
    assertThat(played.harness.effects()).isEmpty();
  }

  @Test
  void mapsOfTheSameIntervalChangeNothingThatIsAgreed() {
    agree();
    played.harness.effects();
    played.mark(TWO, false);
    assertThat(played.primary.infos()).containsOnlyKeys(ONE, TWO);
    played.harness.settle();
    activate(ONE, TWO);
    played.harness.effects();
    played.mark(ONE, false);
    assertThat(played.primary.infos()).containsOnlyKeys(ONE, TWO);
    assertThat(played.harness.effects()).isEmpty();
    isServing(true);
  }

  @Test
  void aMemberIsSentWhatItAskedFor() {
    played =
        new PlayedPrimary(
            Maps.of(2, Replication.PRIMARY),
            PlayedPrimary.empty().withLog(LogBounds.at(new Version(6, 2))));
    for (int i = 3; i <= 6; i++) {
      played.harness.replica.append(
          played.harness.update("o" + i, new RequestId(9, i)),
          i == 6 ? new Version(7, 4) : Version.ZERO,
          Awaiting.nothing());
    }
    played.harness.settle();
    played.primary.begin();
    played.hear(ONE);
    played.harness.effects();
    Version since = new Version(7, 5);
    played.primary.onGetLog(ONE, new GetLog(Maps.GROUP, Maps.EPOCH, since, new Version(6, 2)));
    assertThat(played.harness.said(Activate.class))
        .extracting(part -> part.catchUp().since())
        .containsExactly(since);
    played.primary.onGetLog(FORMER, new GetLog(Maps.GROUP, Maps.EPOCH, since, new Version(6, 2)));
    assertThat(played.harness.effects()).isEmpty();
  }

  @Test
  void withFewerMembersThanMinSizeNothingHasStarted() {
    for (int minSize : List.of(1, 2)) {
      Membership alone = Maps.of(1, Replication.PRIMARY);
      Membership now =
          PlayedPrimary.next(alone, new Incremental.PutPool(alone.pool().withSizes(2, minSize)));
      played = new PlayedPrimary(now, PlayedPrimary.empty());
      played.primary.begin();
      played.harness.settle();
      isServing(true);
      long started = minSize == 1 ? Maps.EPOCH : 0;
      assertThat(played.info().lastEpochStarted()).isEqualTo(started);
      assertThat(played.info().history().lastEpochStarted()).isEqualTo(started);
    }
  }

  /** Another one that served then settles that interval, but may not have led it. */
  private void agreeBeforeALeaseIsOver() {
    played =
        new PlayedPrimary(
            Maps.of(3, Replication.PRIMARY),
            PlayedPrimary.empty(PlayedPrimary.served(FORMER, ONE)));
    played.mark(FORMER, false);
    SortedMap<OsdId, Long> left = new TreeMap<>();
    left.put(FORMER.osd(), LEASE);
    played
        .harness
        .replica
        .leases()
        .learn(new RemainingLeases(left, 0), played.harness.replica.nowNanos());
    played.primary.begin();
    played.primary.onNotify(ONE, played.info().madeIn(1));
    played.hear(TWO);
    played.harness.settle();
    activate(ONE);
    played.harness.effects();
    activate(TWO);
  }

  @Test
  void itWaitsUntilAFormerPrimarysLeaseIsOver() {
    agreeBeforeALeaseIsOver();
    assertThat(played.harness.effects(Effect.WakeAfter.class))
        .containsExactly(new Effect.WakeAfter(LEASE));
    assertThat(played.primary.waitsFor()).contains("lease of osd.5");
    played.harness.pass(LEASE - 1);
    played.primary.onWoken();
    played.primary.onMap();
    isServing(false);
    assertThat(played.harness.effects()).isEmpty();
    played.harness.pass(1);
    played.primary.onWoken();
    isServing(true);
    played.primary.onWoken();
    isServing(true);
  }

  @Test
  void aTickFindsALeaseOverTooWhereNobodyWakesIt() {
    agreeBeforeALeaseIsOver();
    played.harness.pass(RETRY);
    played.primary.onTick();
    isServing(false);
    played.harness.pass(RETRY);
    played.primary.onTick();
    isServing(true);
  }

  @Test
  void aFormerPrimaryThatIsHeardLeadsNoMore() {
    agreeBeforeALeaseIsOver();
    played.primary.onNotify(TWO, played.info());
    isServing(false);
    played.hear(FORMER);
    isServing(true);
  }

  @Test
  void membersAreAskedAgainUntilTheyAreActivated() {
    agree();
    activate(ONE);
    played.harness.settle();
    played.harness.effects();
    played.harness.pass(RETRY);
    played.primary.onTick();
    assertThat(to(Activate.class)).containsExactly(TWO);
    played.primary.onReset(TWO);
    assertThat(to(Activate.class)).containsExactly(TWO);
    played.primary.onReset(ONE);
    assertThat(played.harness.effects()).isEmpty();
    activate(TWO);
    assertThat(to(Share.class)).containsExactly(ONE, TWO);
    played.harness.pass(RETRY);
    played.primary.onTick();
    assertThat(played.harness.effects()).as("nothing is awaited").isEmpty();
  }

  private List<MemberId> to(Class<?> kind) {
    return played.harness.effects(Effect.Send.class).stream()
        .filter(send -> kind.isInstance(send.message()))
        .map(Effect.Send::to)
        .toList();
  }

  @Test
  void allHearOnceTheTotalsAreCountedAndOnceAllIsClean() {
    agree();
    played.harness.settle();
    activate(ONE, TWO);
    played.harness.effects();
    played.primary.onCounted();
    assertThat(shared()).containsExactly(share(ONE), share(TWO));
    played.primary.onClean();
    assertThat(played.info().history().lastEpochClean()).isEqualTo(Maps.EPOCH);
    assertThat(shared()).containsExactly(share(ONE), share(TWO));
  }
}
