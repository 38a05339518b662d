package io.pando.osd.pg.peering;

import static io.pando.osd.pg.peering.PeeredReplica.PRIMARY;
import static io.pando.osd.pg.peering.PeeredReplica.RETRY;
import static io.pando.osd.pg.peering.PeeredReplica.VIA;
import static io.pando.osd.pg.peering.PeeredReplica.at;
import static io.pando.osd.pg.peering.PeeredReplica.primary;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.Totals;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.LogPart;
import io.pando.message.PeeringMessage.Notify;
import io.pando.message.PeeringMessage.Share;
import io.pando.message.ScrubMessage.RememberScrub;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Effect;
import io.pando.store.StoreOp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a replica takes over, and what it tells, besides its activation. */
class ReplicaPeeringTest {
  private final PeeredReplica here = new PeeredReplica();

  private Share share(GroupInfo info) {
    return new Share(Maps.GROUP, Maps.EPOCH, info);
  }

  private static GroupInfo clean(GroupInfo info, long clean, long since) {
    return info.withHistory(new History(1, clean, clean, since, Maps.EPOCH, List.of()));
  }

  @Test
  void whatIsTrueOfTheGroupIsTakenOverByWhoServes() {
    GroupInfo theirs = clean(primary(4, 0), 7, 7).withTotals(new Totals(40, 400, true));
    GroupInfo before = here.info();
    here.peering.onShare(share(theirs));
    assertThat(here.info()).isEqualTo(before);
    here.hear(here.activate(primary(4, 0), 4, 4, false, null));
    here.peering.onShare(share(theirs));
    assertThat(here.info().totals()).isEqualTo(theirs.totals());
    assertThat(here.info().history()).isEqualTo(theirs.history());
    here.peering.onShare(share(theirs.withTotals(new Totals(50, 500, false))));
    assertThat(here.info().totals()).as("they were not counted").isEqualTo(theirs.totals());
    here.peering.onShare(share(clean(primary(5, 0), 7, 7)));
    assertThat(here.info().totals()).as("of another update").isEqualTo(theirs.totals());
  }

  /** A cleaner history of the same interval is taken as it is; of others what they tell. */
  @Test
  void aHistoryIsTakenOverOrMerged() {
    here.hear(here.activate(primary(4, 0), 4, 4, false, null));
    History mine = here.info().history();
    for (History theirs :
        List.of(
            new History(1, 7, 0, 7, 8, List.of()),
            new History(1, 7, 5, 9, 8, List.of()),
            new History(1, 7, 5, 7, 8, List.of()))) {
      boolean taken = theirs.lastEpochClean() > 0 && theirs.sameIntervalSince() == 7;
      here.harness.replica.setHistory(mine);
      here.peering.onShare(share(primary(4, 0).withHistory(theirs)));
      assertThat(here.info().history())
          .isEqualTo(taken ? theirs : Intervals.merge(mine, theirs))
          .isNotEqualTo(mine);
    }
  }

  @Test
  void aScrubIsToldBeforeWhatThePrimaryAskedFor() {
    ScrubRecord scrub = here.harness.replica.scrub();
    here.heads.note(List.of(MemberId.of(PRIMARY)), at(3));
    Notify notify =
        new Notify(
            Maps.GROUP,
            Maps.EPOCH,
            here.info(),
            here.harness.replica.leases().left(here.harness.replica.nowNanos()),
            at(3));
    here.harness.replica.update(info -> info);
    here.peering.onGetInfo(VIA);
    assertThat(here.harness.effects()).as("something is under way").isEmpty();
    here.harness.report();
    assertThat(here.harness.effects())
        .containsExactly(
            new Effect.Answer(VIA, new RememberScrub(Maps.GROUP, Maps.EPOCH, scrub)),
            new Effect.Answer(VIA, notify));
  }

  @Test
  void theLogIsToldOnceItIsDurable() {
    here.harness.replica.update(info -> info);
    here.peering.onGetLog(VIA, new GetLog(Maps.GROUP, Maps.EPOCH, at(2), Version.ZERO));
    assertThat(here.harness.effects()).isEmpty();
    here.harness.report();
    assertThat(here.harness.effects())
        .containsExactly(
            new Effect.Answer(
                VIA,
                new LogPart(
                    Maps.GROUP, Maps.EPOCH, here.info(), at(2), here.entries(3, 4), false)));
  }

  @Test
  void whoDoesNotBelongTellsThePrimaryAgainAndAgain() {
    here.replaceHarness(5);
    here.peering.begin();
    Effect notify =
        new Effect.Send(
            MemberId.of(PRIMARY),
            new Notify(
                Maps.GROUP,
                Maps.EPOCH,
                here.info(),
                here.harness.replica.leases().left(here.harness.replica.nowNanos()),
                null));
    assertThat(here.harness.effects()).containsExactly(notify);
    here.harness.pass(RETRY - 1);
    here.peering.onTick();
    assertThat(here.harness.effects()).isEmpty();
    here.harness.pass(1);
    here.peering.onTick();
    assertThat(here.harness.effects()).containsExactly(notify);
    here.peering.onTick();
    assertThat(here.harness.effects()).isEmpty();
    here.harness.pass(RETRY);
    here.harness.replica.update(info -> info);
    here.peering.onTick();
    assertThat(here.harness.effects()).as("not durable").isEmpty();
    here.harness.settle();
    assertThat(here.harness.effects()).containsExactly(notify);
  }

  @Test
  void aMemberTellsNobody() {
    here.peering.begin();
    here.harness.pass(2 * RETRY);
    here.peering.onTick();
    assertThat(here.harness.effects()).isEmpty();
  }

  @Test
  void aCopyThatIsNotNeededIsRemoved() {
    here.peering.onDiscard();
    assertThat(here.harness.replica.isDiscarded()).as("the map says that it belongs").isFalse();
    assertThat(here.harness.effects()).isEmpty();
    here.replaceHarness(5);
    here.peering.onDiscard();
    assertThat(here.harness.replica.isDiscarded()).isTrue();
    assertThat(here.harness.effects())
        .containsExactly(new Effect.Report(Maps.GROUP + ": removed: the primary does not need it"));
    assertThat(here.harness.persisted().getFirst().transaction().ops())
        .containsExactly(new StoreOp.RemoveCollection(GroupHarness.COLLECTION));
  }
}
