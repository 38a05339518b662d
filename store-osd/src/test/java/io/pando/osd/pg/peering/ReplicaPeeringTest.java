package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.GroupInfo.Totals;
import io.pando.group.IndexEntry;
import io.pando.group.LeasesLeft;
import io.pando.group.LogEntry;
import io.pando.group.ScrubRecord;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.PeeringMessage.Activated;
import io.pando.message.PeeringMessage.Changes;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.Indexed;
import io.pando.message.PeeringMessage.LogPart;
import io.pando.message.PeeringMessage.Notify;
import io.pando.message.PeeringMessage.Remember;
import io.pando.message.PeeringMessage.Share;
import io.pando.message.ScrubMessage.RememberScrub;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A replica that has updates 7'1 to 7'4, and a primary whose history goes on from there. */
class ReplicaPeeringTest {
  private static final OsdId PRIMARY = new OsdId(0);
  private static final Peer VIA = GroupHarness.stream(PRIMARY);
  private static final long RETRY = GroupCluster.RETRY_NANOS;

  private final DurableHeads heads = new DurableHeads();
  private final List<LogEntry> entries = new ArrayList<>();
  private GroupHarness harness = of(1);
  private ReplicaPeering peering = new ReplicaPeering(harness.replica, heads);

  private static GroupHarness of(int osd) {
    return new GroupHarness(
        new OsdId(osd), Maps.of(3, Replication.PRIMARY), GroupCluster.config(10, true));
  }

  private static Version at(int counter) {
    return new Version(7, counter);
  }

  @BeforeEach
  void fill() {
    for (int i = 1; i <= 9; i++) {
      entries.add(
          new LogEntry(
              at(i),
              Version.ZERO,
              GroupHarness.object("o" + i),
              LogEntry.Kind.MODIFY,
              new RequestId(9, i),
              List.of()));
    }
    replaceHarness(1);
  }

  private void replaceHarness(int osd) {
    harness = of(osd);
    peering = new ReplicaPeering(harness.replica, heads);
    for (LogEntry entry : entries(1, 4)) {
      harness.replica.append(update(entry), Version.ZERO, () -> {});
    }
    harness.settle();
    harness.persisted();
    harness.effects();
  }

  private Replica.Update update(LogEntry entry) {
    GroupInfo info = harness.replica.info();
    List<StoreOp.OnObject> steps = GroupHarness.steps(entry.object(), entry.version(), "bytes");
    return new Replica.Update(entry, steps, info.objects() + 1, info.bytes() + 5);
  }

  private List<LogEntry> entries(int first, int last) {
    return entries.subList(first - 1, last);
  }

  private GroupInfo info() {
    return harness.replica.info();
  }

  private static GroupInfo primary(int head, int tail) {
    return new GroupInfo(
        Maps.GROUP,
        new LogBounds(at(head), at(tail), at(head), Version.ZERO),
        0,
        null,
        Maps.EPOCH,
        History.fresh(1, Maps.EPOCH),
        new Totals(head, 5L * head, true));
  }

  private Activate activate(
      GroupInfo info, int since, int last, boolean backfill, @Nullable Indexed indexed) {
    return new Activate(
        Maps.GROUP,
        Maps.EPOCH,
        info,
        at(since),
        entries(since + 1, last),
        backfill,
        indexed,
        last < info.lastUpdate().counter(),
        LeasesLeft.NONE);
  }

  private Effect activated(int... missing) {
    SortedMap<ObjectId, Version> lacks = new TreeMap<>();
    for (int it : missing) {
      lacks.put(GroupHarness.object("o" + it), at(it));
    }
    return answer(lacks, null);
  }

  private Effect answer(SortedMap<ObjectId, Version> lacks, @Nullable Version asTold) {
    return new Effect.Answer(
        VIA, new Activated(Maps.GROUP, Maps.EPOCH, info(), lacks, false, asTold));
  }

  private void hear(Activate message) {
    peering.onActivate(VIA, message);
    harness.settle();
  }

  private Effect getLog(int since) {
    return new Effect.Answer(VIA, new GetLog(Maps.GROUP, Maps.EPOCH, at(since), Version.ZERO));
  }

  @Test
  void aMemberIsActivatedByALogThatJoinsItsOwn() {
    peering.begin();
    assertThat(harness.effects()).isEmpty();
    assertThat(peering.isServing()).isFalse();
    GroupInfo theirs = primary(6, 0);
    peering.onActivate(VIA, activate(theirs, 3, 6, false, null));
    assertThat(peering.isServing()).isTrue();
    assertThat(harness.effects()).as("nothing is durable").isEmpty();
    harness.settle();
    assertThat(harness.effects()).containsExactly(activated(5, 6));
    assertThat(harness.replica.log().entries()).isEqualTo(entries(1, 6));
    assertThat(info().totals()).isEqualTo(theirs.totals());
    assertThat(info().lastEpochStarted()).as("it is not said that the group starts").isZero();
  }

  @Test
  void whatDivergesIsGivenUpAndTheHeadIsTakenOver() {
    heads.note(List.of(PRIMARY), at(4));
    hear(activate(primary(3, 0), 3, 3, false, null));
    assertThat(harness.replica.log().entries()).isEqualTo(entries(1, 3));
    assertThat(heads.of(PRIMARY)).isEqualTo(at(3));
  }

  @Test
  void theGroupStartsWhenThePrimarySaysSo() {
    hear(activate(primary(4, 0).startedIn(Maps.EPOCH), 4, 4, false, null));
    assertThat(info().lastEpochStarted()).isEqualTo(Maps.EPOCH);
    replaceHarness(1);
    hear(activate(primary(4, 0).startedIn(Maps.EPOCH - 1), 4, 4, false, null));
    assertThat(info().lastEpochStarted()).isZero();
  }

  @Test
  void aLogMayComeInParts() {
    GroupInfo theirs = primary(7, 0);
    hear(activate(theirs, 4, 5, false, null));
    assertThat(peering.isServing()).isFalse();
    assertThat(harness.effects()).isEmpty();
    assertThat(harness.persisted()).isEmpty();
    hear(activate(theirs, 5, 7, false, null));
    assertThat(harness.effects()).containsExactly(activated(5, 6, 7));
    assertThat(harness.replica.log().entries()).isEqualTo(entries(1, 7));
  }

  @Test
  void aLogThatBeginsLaterIsAskedForFromWhereItsOwnEnds() {
    hear(activate(primary(7, 0), 5, 7, false, null));
    assertThat(peering.isServing()).isFalse();
    assertThat(harness.effects()).containsExactly(getLog(4));
    assertThat(harness.persisted()).isEmpty();
    hear(activate(primary(7, 0), 4, 7, false, null));
    assertThat(harness.effects()).containsExactly(activated(5, 6, 7));
  }

  @Test
  void whoIsActivatedAnswersAgainAndMergesNoMore() {
    hear(activate(primary(5, 0), 4, 5, false, null));
    harness.effects();
    harness.persisted();
    hear(activate(primary(6, 0), 4, 5, false, null));
    assertThat(harness.effects()).as("more comes").isEmpty();
    hear(activate(primary(6, 0), 4, 6, false, null));
    assertThat(harness.effects()).containsExactly(activated(5));
    assertThat(harness.persisted()).isEmpty();
    assertThat(harness.replica.log().entries()).isEqualTo(entries(1, 5));
  }

  @Test
  void anActivationOfAnotherIntervalIsRefused() {
    hear(activate(primary(7, 0), 4, 5, false, null));
    GroupInfo other = primary(7, 0).withHistory(new History(1, 0, 0, 9, 7, List.of()));
    hear(activate(other, 5, 7, false, null));
    assertThat(harness.effects())
        .containsExactly(
            new Effect.Report(
                Maps.GROUP
                    + ": refused to be activated: by its primary the interval began in epoch 9,"
                    + " here in 7"));
    assertThat(peering.isServing()).isFalse();
    hear(activate(primary(7, 0), 5, 7, false, null));
    assertThat(harness.effects()).as("what came before counts no more").containsExactly(getLog(4));
  }

  @Test
  void aNewIntervalForgetsWhatCame() {
    hear(activate(primary(7, 0), 4, 5, false, null));
    peering.begin();
    hear(activate(primary(7, 0), 5, 7, false, null));
    assertThat(harness.effects()).containsExactly(getLog(4));
  }

  @Test
  void aReplicaThatIsFilledStartsOver() {
    GroupInfo theirs = primary(9, 6);
    hear(activate(theirs, 7, 9, true, null));
    assertThat(harness.effects()).as("the first parts were lost").isEmpty();
    assertThat(peering.isServing()).isFalse();
    peering.onRemember(new Remember(Maps.GROUP, Maps.EPOCH, entries(1, 6)));
    hear(activate(theirs, 6, 9, true, null));
    assertThat(peering.isServing()).isTrue();
    assertThat(harness.effects()).containsExactly(activated());
    assertThat(info().backfilledTo()).isEqualTo(GroupInfo.NOTHING);
    assertThat(harness.replica.log().tail()).isEqualTo(at(6));
    assertThat(harness.replica.log().entries()).isEqualTo(entries(7, 9));
    assertThat(harness.replica.log().rememberedAfter(Version.ZERO)).isEqualTo(entries(1, 6));
  }

  private Changes changes(int first, int last) {
    SortedMap<Long, Long> counters = new TreeMap<>();
    counters.put(7L, (long) last);
    List<IndexEntry> changed =
        entries(first, last).reversed().stream().map(IndexEntry::of).toList();
    return new Changes(Maps.GROUP, Maps.EPOCH, changed, counters);
  }

  @Test
  void theIndexTellsWhatTheLogDoesNot() {
    GroupInfo theirs = primary(9, 7);
    peering.onChanges(changes(5, 7));
    hear(activate(theirs, 7, 9, false, new Indexed(at(4), 3)));
    assertThat(peering.isServing()).isTrue();
    assertThat(harness.effects())
        .as("it lacks what was told, which need not be said")
        .containsExactly(answer(new TreeMap<>(), at(4)));
    assertThat(harness.replica.missing())
        .containsOnlyKeys(entries(5, 9).stream().map(LogEntry::object).toList());
    assertThat(harness.replica.log().tail()).isEqualTo(at(7));
    assertThat(harness.replica.index().to()).isEqualTo(at(7));
    assertThat(harness.replica.index().common(at(6))).contains(at(6));
    hear(activate(theirs, 7, 9, false, new Indexed(at(4), 3)));
    assertThat(harness.effects())
        .as("the second time it is")
        .containsExactly(activated(5, 6, 7, 8, 9));
  }

  @Test
  void whatItLacksBesidesIsSaid() {
    harness.replica.noteMissing(GroupHarness.object("o2"), at(2));
    peering.onChanges(changes(5, 7));
    hear(activate(primary(9, 7), 7, 9, false, new Indexed(at(4), 3)));
    assertThat(harness.effects()).containsExactly(activated(2, 5, 6, 7, 8, 9));
  }

  @Test
  void changesMayBeLostOnTheWay() {
    Indexed indexed = new Indexed(at(4), 3);
    peering.onChanges(changes(5, 6));
    hear(activate(primary(9, 7), 7, 9, false, indexed));
    assertThat(harness.effects()).isEmpty();
    assertThat(peering.isServing()).isFalse();
    peering.onChanges(changes(5, 7));
    hear(activate(primary(9, 7), 8, 9, false, indexed));
    assertThat(harness.effects()).as("a part of the log is lost").isEmpty();
    hear(activate(primary(9, 7), 7, 9, false, indexed));
    assertThat(peering.isServing()).isTrue();
  }

  /** Where the index begins is not in the log here: they part before. */
  @Test
  void anIndexThatDoesNotJoinIsAskedForEarlier() {
    peering.onChanges(changes(6, 7));
    hear(activate(primary(9, 7), 7, 9, false, new Indexed(at(5), 2)));
    assertThat(harness.effects()).containsExactly(getLog(4));
    assertThat(peering.isServing()).isFalse();
    assertThat(harness.persisted()).isEmpty();
    hear(activate(primary(9, 7), 7, 9, false, new Indexed(at(4), 2)));
    assertThat(harness.effects()).as("what came before counts no more").isEmpty();
  }

  @Test
  void whoServesTakesNothingThatWasMeantForAnActivation() {
    hear(activate(primary(4, 0), 4, 4, false, null));
    peering.onRemember(new Remember(Maps.GROUP, Maps.EPOCH, entries(5, 6)));
    peering.onChanges(changes(5, 7));
    harness.beginInterval();
    harness.settle();
    harness.effects();
    GroupInfo theirs =
        primary(9, 7).withHistory(new History(1, 0, 0, Maps.EPOCH + 1, 7, List.of()));
    hear(activate(theirs, 7, 9, false, new Indexed(at(4), 3)));
    assertThat(peering.isServing()).as("no changes have come").isFalse();
  }

  private Share share(GroupInfo info) {
    return new Share(Maps.GROUP, Maps.EPOCH, info);
  }

  private static GroupInfo clean(GroupInfo info, long clean, long since) {
    return info.withHistory(new History(1, clean, clean, since, Maps.EPOCH, List.of()));
  }

  @Test
  void whatIsTrueOfTheGroupIsTakenOverByWhoServes() {
    GroupInfo theirs = clean(primary(4, 0), 7, 7).withTotals(new Totals(40, 400, true));
    GroupInfo before = info();
    peering.onShare(share(theirs));
    assertThat(info()).isEqualTo(before);
    hear(activate(primary(4, 0), 4, 4, false, null));
    peering.onShare(share(theirs));
    assertThat(info().totals()).isEqualTo(theirs.totals());
    assertThat(info().history()).isEqualTo(theirs.history());
    peering.onShare(share(theirs.withTotals(new Totals(50, 500, false))));
    assertThat(info().totals()).as("they were not counted").isEqualTo(theirs.totals());
    peering.onShare(share(clean(primary(5, 0), 7, 7)));
    assertThat(info().totals()).as("of another update").isEqualTo(theirs.totals());
  }

  /** A cleaner history of the same interval is taken as it is; of others what they tell. */
  @Test
  void aHistoryIsTakenOverOrMerged() {
    hear(activate(primary(4, 0), 4, 4, false, null));
    History mine = info().history();
    for (History theirs :
        List.of(
            new History(1, 7, 0, 7, 8, List.of()),
            new History(1, 7, 5, 9, 8, List.of()),
            new History(1, 7, 5, 7, 8, List.of()))) {
      boolean taken = theirs.lastEpochClean() > 0 && theirs.sameIntervalSince() == 7;
      harness.replica.setHistory(mine);
      peering.onShare(share(primary(4, 0).withHistory(theirs)));
      assertThat(info().history())
          .isEqualTo(taken ? theirs : Intervals.merge(mine, theirs))
          .isNotEqualTo(mine);
    }
  }

  /** What is before the log here both have. */
  @Test
  void anIndexMayBeginBeforeTheLog() {
    harness.replica.append(update(entries.get(4)), at(3), () -> {});
    harness.settle();
    harness.effects();
    peering.onChanges(changes(3, 7));
    hear(activate(primary(9, 7), 7, 9, false, new Indexed(at(2), 5)));
    assertThat(peering.isServing()).isTrue();
    assertThat(harness.replica.log().entries()).isEqualTo(entries(8, 9));
    assertThat(harness.replica.missing())
        .containsKeys(entries(6, 9).stream().map(LogEntry::object).toArray(ObjectId[]::new))
        .doesNotContainKey(entries.get(2).object());
  }

  @Test
  void aScrubIsToldBeforeWhatThePrimaryAskedFor() {
    ScrubRecord scrub = harness.replica.scrub();
    heads.note(List.of(PRIMARY), at(3));
    Notify notify =
        new Notify(
            Maps.GROUP,
            Maps.EPOCH,
            info(),
            harness.replica.leases().left(harness.replica.nowNanos()),
            at(3));
    harness.replica.update(info -> info);
    peering.onGetInfo(VIA);
    assertThat(harness.effects()).as("something is under way").isEmpty();
    harness.report();
    assertThat(harness.effects())
        .containsExactly(
            new Effect.Answer(VIA, new RememberScrub(Maps.GROUP, Maps.EPOCH, scrub)),
            new Effect.Answer(VIA, notify));
  }

  @Test
  void theLogIsToldOnceItIsDurable() {
    harness.replica.update(info -> info);
    peering.onGetLog(VIA, new GetLog(Maps.GROUP, Maps.EPOCH, at(2), Version.ZERO));
    assertThat(harness.effects()).isEmpty();
    harness.report();
    assertThat(harness.effects())
        .containsExactly(
            new Effect.Answer(
                VIA, new LogPart(Maps.GROUP, Maps.EPOCH, info(), at(2), entries(3, 4), false)));
  }

  @Test
  void whoDoesNotBelongTellsThePrimaryAgainAndAgain() {
    replaceHarness(5);
    peering.begin();
    Effect notify =
        new Effect.Send(
            PRIMARY,
            new Notify(
                Maps.GROUP,
                Maps.EPOCH,
                info(),
                harness.replica.leases().left(harness.replica.nowNanos()),
                null));
    assertThat(harness.effects()).containsExactly(notify);
    harness.pass(RETRY - 1);
    peering.onTick();
    assertThat(harness.effects()).isEmpty();
    harness.pass(1);
    peering.onTick();
    assertThat(harness.effects()).containsExactly(notify);
    peering.onTick();
    assertThat(harness.effects()).isEmpty();
    harness.pass(RETRY);
    harness.replica.update(info -> info);
    peering.onTick();
    assertThat(harness.effects()).as("not durable").isEmpty();
    harness.settle();
    assertThat(harness.effects()).containsExactly(notify);
  }

  @Test
  void aMemberTellsNobody() {
    peering.begin();
    harness.pass(2 * RETRY);
    peering.onTick();
    assertThat(harness.effects()).isEmpty();
  }

  @Test
  void aCopyThatIsNotNeededIsRemovedOnce() {
    peering.onDiscard();
    assertThat(peering.isDiscarded()).as("the map says that it belongs").isFalse();
    assertThat(harness.effects()).isEmpty();
    replaceHarness(5);
    peering.onDiscard();
    assertThat(peering.isDiscarded()).isTrue();
    assertThat(harness.effects())
        .containsExactly(new Effect.Report(Maps.GROUP + ": removed: the primary does not need it"));
    assertThat(harness.persisted().getFirst().transaction().ops())
        .containsExactly(new StoreOp.RemoveCollection(GroupHarness.COLLECTION));
    peering.onDiscard();
    peering.discard("again");
    harness.settle();
    assertThat(harness.persisted()).isEmpty();
    assertThat(harness.effects(Effect.Report.class)).isEmpty();
  }
}
