package io.pando.osd.pg.peering;

import static io.pando.osd.pg.peering.PlayedPrimary.FORMER;
import static io.pando.osd.pg.peering.PlayedPrimary.ONE;
import static io.pando.osd.pg.peering.PlayedPrimary.SELF;
import static io.pando.osd.pg.peering.PlayedPrimary.TWO;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Incremental;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.PeeringMessage.GetInfo;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.LogPart;
import io.pando.message.PeeringMessage.Remember;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.step.Effect;
import io.pando.report.group.GroupState;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * How the primary of a group of three comes to agree with others on a log. In an earlier interval
 * an OSD served the group alone that is no member any more.
 */
class PrimaryPeeringTest {
  private static final MemberId STRANGER = MemberId.of(new OsdId(6));
  private static final Version HEAD = new Version(6, 5);
  private static final long RETRY = GroupConfig.defaults().waits().retryNanos();
  private static final GroupInfo PAST = PlayedPrimary.empty(PlayedPrimary.served(FORMER));

  private PlayedPrimary played = new PlayedPrimary(Maps.of(3, Replication.PRIMARY), PAST);

  private void begin(Membership now, GroupInfo info) {
    played = new PlayedPrimary(now, info);
    played.primary.begin();
  }

  private static Membership unproven() {
    Membership now = Maps.of(3, Replication.PRIMARY);
    return PlayedPrimary.next(now, PlayedPrimary.osd(now, SELF, true, Maps.EPOCH - 1));
  }

  private List<MemberId> asked() {
    return played.harness.effects(Effect.Send.class).stream()
        .filter(send -> send.message() instanceof GetInfo)
        .map(Effect.Send::to)
        .toList();
  }

  /** All but the former one are heard, which has a newer log. */
  private void fetch() {
    played.primary.begin();
    played.hear(ONE, TWO);
    played.primary.onNotify(FORMER, played.withHead(HEAD));
    assertThat(played.harness.said(GetLog.class)).hasSize(1);
    assertThat(played.primary.describe()).startsWith("FetchingLog").contains(FORMER.toString());
  }

  private static LogEntry entry(long counter) {
    return new LogEntry(
        new Version(6, counter),
        Version.ZERO,
        GroupHarness.object("o" + counter),
        LogEntry.Kind.MODIFY,
        new RequestId(9, counter),
        List.of());
  }

  private static LogPart part(GroupInfo of, boolean more, long... counters) {
    List<LogEntry> entries = Arrays.stream(counters).mapToObj(PrimaryPeeringTest::entry).toList();
    Version since = counters[0] == 1 ? Version.ZERO : new Version(6, counters[0] - 1);
    return new LogPart(Maps.GROUP, Maps.EPOCH, of, since, entries, more);
  }

  @Test
  void allAreAskedOnceWhateverMapsCome() {
    played.primary.begin();
    assertThat(asked()).containsExactly(ONE, TWO, FORMER);
    assertThat(played.primary.waitsFor()).isEqualTo("info of [osd.1, osd.2, osd.5]");
    played.hear(ONE);
    assertThat(played.primary.waitsFor()).isEqualTo("info of [osd.2, osd.5]");
    assertThat(asked()).isEmpty();
    played.map();
    assertThat(played.harness.effects()).as("nothing is new").isEmpty();
  }

  @Test
  void whoGoesDownMustBeHeardAgain() {
    played.primary.begin();
    played.hear(ONE, FORMER);
    played.mark(FORMER, false);
    assertThat(played.primary.infos()).containsOnlyKeys(ONE);
    played.hear(TWO);
    assertThat(played.primary.state()).as(played.primary.describe()).isEqualTo(GroupState.DOWN);
    assertThat(played.primary.waitsFor()).contains("osd.5, which served it in epochs 3 to 6");
    played.harness.effects();
    played.mark(STRANGER, false);
    assertThat(played.primary.state()).isEqualTo(GroupState.DOWN);
    played.mark(FORMER, true);
    assertThat(asked()).containsExactly(FORMER);
    assertThat(played.primary.state()).isNotEqualTo(GroupState.DOWN);
  }

  @Test
  void blockedItLooksAgainAfterAWhile() {
    played.mark(FORMER, false);
    played.primary.begin();
    played.hear(ONE, TWO);
    played.harness.pass(RETRY);
    played.primary.onTick();
    assertThat(played.harness.effects().toString())
        .contains("GATHERING_INFO -> DOWN", "DOWN -> DOWN");
    played.harness.pass(RETRY - 1);
    played.primary.onTick();
    assertThat(played.harness.effects()).isEmpty();
    played.harness.pass(1);
    played.primary.onTick();
    assertThat(played.harness.effects().toString()).contains("DOWN -> DOWN");
  }

  @Test
  void beforeTheIntervalBeginsNobodyIsAsked() {
    played.primary.onMap();
    History deeper = new History(1, 5, 5, Maps.EPOCH, 1, List.of());
    played.primary.onNotify(TWO, played.info().withHistory(deeper));
    assertThat(played.primary.infos()).containsOnlyKeys(TWO);
    assertThat(played.info().history().lastEpochStarted()).isEqualTo(5);
    assertThat(played.harness.effects()).isEmpty();
    assertThat(played.primary.describe()).startsWith("Idle");
  }

  @Test
  void whatPeersKnowOfThePastIsLearnt() {
    played.primary.begin();
    played.hear(ONE);
    assertThat(played.harness.submitted()).as("nothing new").isZero();
    History deeper = new History(1, 7, 6, Maps.EPOCH, 1, List.of());
    played.primary.onNotify(TWO, played.info().withHistory(deeper));
    assertThat(played.info().history()).extracting(History::lastEpochStarted).isEqualTo(7L);
    assertThat(played.primary.describe())
        .as("the former one is not needed")
        .startsWith("Incomplete");
  }

  /** Requests of updates that are in no log any more come before the log. */
  @Test
  void aLogIsFetchedThroughMapsThatTakeNobodyAway() {
    Version tail = new Version(6, 2);
    played = new PlayedPrimary(Maps.of(3, Replication.PRIMARY), PAST.withLog(LogBounds.at(tail)));
    fetch();
    GroupInfo authority = played.info().withLog(new LogBounds(HEAD, tail, HEAD, Version.ZERO));
    played.primary.onRemember(
        FORMER, new Remember(Maps.GROUP, Maps.EPOCH, List.of(entry(1), entry(2))));
    LogEntry other = LogEntry.elsewhere(new Version(6, 1));
    played.primary.onRemember(ONE, new Remember(Maps.GROUP, Maps.EPOCH, List.of(other)));
    played.primary.onLogPart(FORMER, part(authority, true, 3, 4));
    played.mark(STRANGER, false);
    assertThat(played.harness.effects()).isEmpty();
    played.primary.onLogPart(FORMER, part(authority, false, 5));
    assertThat(played.harness.replica.log().rememberedSince()).isEqualTo(Version.ZERO);
    assertThat(played.harness.replica.log().kept())
        .containsExactly(entry(1), entry(2), entry(3), entry(4), entry(5));
  }

  @Test
  void aLogThatHasComeIsMergedAndWhatItRemembers() {
    fetch();
    played.primary.onLogPart(ONE, part(played.withHead(HEAD), false, 1, 2, 3, 4, 5));
    assertThat(played.harness.replica.log().head()).as("it was not asked").isEqualTo(Version.ZERO);
    played.primary.onLogPart(FORMER, part(played.withHead(HEAD), true, 1, 2));
    played.primary.onLogPart(FORMER, part(played.withHead(HEAD), false, 3, 4, 5));
    assertThat(played.harness.replica.log().head()).isEqualTo(HEAD);
    assertThat(played.harness.replica.missing()).hasSize(5);
    played.harness.settle();
    assertThat(played.primary.describe()).startsWith("Activating");
    assertThat(played.harness.said(Activate.class)).hasSize(2);
  }

  @Test
  void whoseLogIsFetchedMayGoDown() {
    fetch();
    played.mark(FORMER, false);
    assertThat(played.primary.state()).as(played.primary.describe()).isEqualTo(GroupState.DOWN);
    played.primary.onLogPart(FORMER, part(played.withHead(HEAD), false, 1, 2, 3, 4, 5));
    assertThat(played.harness.replica.log().head()).isEqualTo(Version.ZERO);
  }

  @Test
  void aBetterLogIsFetchedBehindTheOneThatIsOnItsWay() {
    fetch();
    played.primary.onNotify(ONE, played.withHead(new Version(6, 7)));
    assertThat(played.harness.effects()).isEmpty();
    played.primary.onLogPart(FORMER, part(played.withHead(HEAD), false, 1, 2, 3, 4, 5));
    assertThat(played.harness.said(GetLog.class)).extracting(GetLog::since).containsExactly(HEAD);
    assertThat(played.primary.waitsFor()).isEqualTo("the log of osd.1");
  }

  @Test
  void nothingIsAcceptedBeforeTheMapShowsThatItIsUp() {
    begin(unproven(), PlayedPrimary.empty());
    played.hear(ONE, TWO);
    assertThat(played.harness.effects(Effect.RaiseUpThru.class))
        .containsExactly(new Effect.RaiseUpThru(Maps.EPOCH + 1));
    played.raise(Maps.EPOCH - 1);
    assertThat(played.harness.effects()).isEmpty();
    played.hear(ONE);
    assertThat(played.harness.effects()).as("as good as before").isEmpty();
    assertThat(played.primary.describe()).startsWith("AwaitingUpThru");
    played.raise(Maps.EPOCH);
    assertThat(played.harness.said(Activate.class)).hasSize(2);
    assertThat(played.primary.describe()).startsWith("Activating");
  }

  @Test
  void aBetterLogThatIsHeardOfInTimeIsFetched() {
    begin(unproven(), PlayedPrimary.empty());
    played.hear(ONE, TWO);
    played.primary.onNotify(ONE, played.withHead(HEAD));
    assertThat(played.harness.said(GetLog.class)).hasSize(1);
    played.raise(Maps.EPOCH);
    assertThat(played.harness.said(Activate.class)).isEmpty();
    assertThat(played.primary.waitsFor()).isEqualTo("the log of osd.1");
  }

  @Test
  void othersHearOfALogOnlyWhenItIsDurableHere() {
    begin(Maps.of(3, Replication.PRIMARY), PlayedPrimary.empty());
    played.harness.replica.update(info -> info.madeIn(2));
    played.hear(ONE, TWO);
    assertThat(played.harness.said(Activate.class)).isEmpty();
    played.primary.onNotify(ONE, played.withHead(HEAD));
    played.harness.settle();
    assertThat(played.harness.said(Activate.class)).as("another log is better meanwhile").isEmpty();
    assertThat(played.primary.describe()).startsWith("FetchingLog");
  }

  @Test
  void whatBecomesDurableInALaterIntervalAgreesOnNothing() {
    begin(Maps.of(2, Replication.PRIMARY), PlayedPrimary.empty());
    played.harness.replica.update(info -> info.madeIn(2));
    played.hear(ONE);
    played.beginInterval();
    played.harness.settle();
    assertThat(played.primary.describe()).as("nobody was heard in it").startsWith("GatheringInfo");
    assertThat(played.harness.said(Activate.class)).isEmpty();
  }

  @Test
  void anotherOneLeadsIfTheLogDoesNotReachThisOne() {
    begin(Maps.of(3, Replication.PRIMARY), PlayedPrimary.empty().withBackfill(GroupInfo.NOTHING));
    played.primary.onNotify(ONE, PlayedPrimary.empty());
    played.harness.effects();
    played.primary.onNotify(TWO, PlayedPrimary.empty());
    played.harness.settle();
    Effect wanted = new Effect.OverrideActing(PlayedPrimary.osds(ONE, TWO));
    assertThat(played.harness.effects(Effect.class)).last().isEqualTo(wanted);
    assertThat(played.primary.describe()).startsWith("ChoosingActing");
    played.map();
    assertThat(played.harness.effects(Effect.OverrideActing.class))
        .containsExactly((Effect.OverrideActing) wanted);
    played.harness.pass(RETRY);
    played.primary.onTick();
    assertThat(played.harness.effects()).containsExactly(wanted);
  }

  private List<List<OsdId>> overrides(List<OsdId> acting, Incremental.Edit... edits) {
    Membership now =
        Maps.of(Maps.first(3), acting, Replication.PRIMARY, Maps.EPOCH - 1, new TreeSet<>());
    begin(PlayedPrimary.next(now, edits), PlayedPrimary.empty());
    played.hear(ONE, TWO);
    assertThat(played.primary.describe()).startsWith("Activating");
    return played.harness.effects(Effect.OverrideActing.class).stream()
        .map(it -> it.acting().osds())
        .toList();
  }

  @Test
  void theActingSetIsOverriddenWhereItShouldBeAnotherOneAndNoLongerThanThat() {
    List<OsdId> all = Maps.first(3);
    assertThat(overrides(all)).isEmpty();
    assertThat(overrides(Maps.first(2))).containsExactly(all);
    assertThat(overrides(all, new Incremental.OverrideActing(Maps.GROUP, MemberList.of(all))))
        .containsExactly(all);
    assertThat(
            overrides(
                Maps.first(2),
                new Incremental.OverrideActing(Maps.GROUP, MemberList.of(Maps.first(2)))))
        .containsExactly(all);
  }
}
