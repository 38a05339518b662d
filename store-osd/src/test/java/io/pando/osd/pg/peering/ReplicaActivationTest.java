package io.pando.osd.pg.peering;

import static io.pando.osd.pg.peering.PeeredReplica.PRIMARY;
import static io.pando.osd.pg.peering.PeeredReplica.VIA;
import static io.pando.osd.pg.peering.PeeredReplica.at;
import static io.pando.osd.pg.peering.PeeredReplica.primary;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.IndexExtent;
import io.pando.message.PeeringMessage.Remember;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How a replica is activated: by a log that joins its own, by an index, or empty. */
class ReplicaActivationTest {
  private final PeeredReplica here = new PeeredReplica();

  @Test
  void aMemberIsActivatedByALogThatJoinsItsOwn() {
    here.peering.begin();
    assertThat(here.harness.effects()).isEmpty();
    assertThat(here.peering.isServing()).isFalse();
    GroupInfo theirs = primary(6, 0);
    here.peering.onActivate(VIA, here.activate(theirs, 3, 6, false, null));
    assertThat(here.peering.isServing()).isTrue();
    assertThat(here.harness.effects()).as("nothing is durable").isEmpty();
    here.harness.settle();
    assertThat(here.harness.effects()).containsExactly(here.activated(5, 6));
    assertThat(here.harness.replica.log().entries()).isEqualTo(here.entries(1, 6));
    assertThat(here.info().totals()).isEqualTo(theirs.totals());
    assertThat(here.info().lastEpochStarted()).as("it is not said that the group starts").isZero();
  }

  @Test
  void whatDivergesIsGivenUpAndTheHeadIsTakenOver() {
    here.heads.note(List.of(MemberId.of(PRIMARY)), at(4));
    here.hear(here.activate(primary(3, 0), 3, 3, false, null));
    assertThat(here.harness.replica.log().entries()).isEqualTo(here.entries(1, 3));
    assertThat(here.heads.of(MemberId.of(PRIMARY))).isEqualTo(at(3));
  }

  @Test
  void theGroupStartsWhenThePrimarySaysSo() {
    here.hear(here.activate(primary(4, 0).startedIn(Maps.EPOCH), 4, 4, false, null));
    assertThat(here.info().lastEpochStarted()).isEqualTo(Maps.EPOCH);
    here.replaceHarness(1);
    here.hear(here.activate(primary(4, 0).startedIn(Maps.EPOCH - 1), 4, 4, false, null));
    assertThat(here.info().lastEpochStarted()).isZero();
  }

  @Test
  void aLogMayComeInParts() {
    GroupInfo theirs = primary(7, 0);
    here.hear(here.activate(theirs, 4, 5, false, null));
    assertThat(here.peering.isServing()).isFalse();
    assertThat(here.harness.effects()).isEmpty();
    assertThat(here.harness.persisted()).isEmpty();
    here.hear(here.activate(theirs, 5, 7, false, null));
    assertThat(here.harness.effects()).containsExactly(here.activated(5, 6, 7));
    assertThat(here.harness.replica.log().entries()).isEqualTo(here.entries(1, 7));
  }

  @Test
  void aLogThatBeginsLaterIsAskedForFromWhereItsOwnEnds() {
    here.hear(here.activate(primary(7, 0), 5, 7, false, null));
    assertThat(here.peering.isServing()).isFalse();
    assertThat(here.harness.effects()).containsExactly(here.getLog(4));
    assertThat(here.harness.persisted()).isEmpty();
    here.hear(here.activate(primary(7, 0), 4, 7, false, null));
    assertThat(here.harness.effects()).containsExactly(here.activated(5, 6, 7));
  }

  @Test
  void whoIsActivatedAnswersAgainAndMergesNoMore() {
    here.hear(here.activate(primary(5, 0), 4, 5, false, null));
    here.harness.effects();
    here.harness.persisted();
    here.hear(here.activate(primary(6, 0), 4, 5, false, null));
    assertThat(here.harness.effects()).as("more comes").isEmpty();
    here.hear(here.activate(primary(6, 0), 4, 6, false, null));
    assertThat(here.harness.effects()).containsExactly(here.activated(5));
    assertThat(here.harness.persisted()).isEmpty();
    assertThat(here.harness.replica.log().entries()).isEqualTo(here.entries(1, 5));
  }

  @Test
  void anActivationOfAnotherIntervalIsRefused() {
    here.hear(here.activate(primary(7, 0), 4, 5, false, null));
    GroupInfo other = primary(7, 0).withHistory(new History(1, 0, 0, 9, 7, List.of()));
    here.hear(here.activate(other, 5, 7, false, null));
    assertThat(here.harness.effects())
        .containsExactly(
            new Effect.Report(
                Maps.GROUP
                    + ": activation refused: the interval began in epoch 9 at the primary, in 7 here"));
    assertThat(here.peering.isServing()).isFalse();
    here.hear(here.activate(primary(7, 0), 5, 7, false, null));
    assertThat(here.harness.effects())
        .as("what came before counts no more")
        .containsExactly(here.getLog(4));
  }

  @Test
  void aNewIntervalForgetsWhatCame() {
    here.hear(here.activate(primary(7, 0), 4, 5, false, null));
    here.beginInterval();
    GroupInfo theirs =
        primary(7, 0).withHistory(new History(1, 0, 0, Maps.EPOCH + 1, 7, List.of()));
    here.hear(here.activate(theirs, 5, 7, false, null));
    assertThat(here.harness.said(GetLog.class)).hasSize(1);
    assertThat(here.peering.isServing()).isFalse();
  }

  @Test
  void aReplicaThatIsFilledStartsOver() {
    GroupInfo theirs = primary(9, 6);
    here.hear(here.activate(theirs, 7, 9, true, null));
    assertThat(here.harness.effects()).as("the first parts were lost").isEmpty();
    assertThat(here.peering.isServing()).isFalse();
    here.peering.onRemember(new Remember(Maps.GROUP, Maps.EPOCH, here.entries(1, 6)));
    here.hear(here.activate(theirs, 6, 9, true, null));
    assertThat(here.peering.isServing()).isTrue();
    assertThat(here.harness.effects()).containsExactly(here.activated());
    assertThat(here.info().backfilledTo()).isEqualTo(GroupInfo.NOTHING);
    assertThat(here.harness.replica.log().tail()).isEqualTo(at(6));
    assertThat(here.harness.replica.log().entries()).isEqualTo(here.entries(7, 9));
    assertThat(here.harness.replica.log().rememberedAfter(Version.ZERO))
        .isEqualTo(here.entries(1, 6));
  }

  @Test
  void theIndexTellsWhatTheLogDoesNot() {
    GroupInfo theirs = primary(9, 7);
    here.peering.onChanges(here.changes(5, 7));
    here.hear(here.activate(theirs, 7, 9, false, new IndexExtent(at(4), 3)));
    assertThat(here.peering.isServing()).isTrue();
    assertThat(here.harness.effects())
        .as("it lacks what was told, which need not be said")
        .containsExactly(here.answer(new TreeMap<>(), at(4)));
    assertThat(here.harness.replica.missing())
        .containsOnlyKeys(here.entries(5, 9).stream().map(LogEntry::object).toList());
    assertThat(here.harness.replica.log().tail()).isEqualTo(at(7));
    assertThat(here.harness.replica.index().to()).isEqualTo(at(7));
    assertThat(here.harness.replica.index().common(at(6))).contains(at(6));
    here.hear(here.activate(theirs, 7, 9, false, new IndexExtent(at(4), 3)));
    assertThat(here.harness.effects())
        .as("the second time it is")
        .containsExactly(here.activated(5, 6, 7, 8, 9));
  }

  @Test
  void whatItLacksBesidesIsSaid() {
    here.harness.replica.noteMissing(GroupHarness.object("o2"), at(2));
    here.peering.onChanges(here.changes(5, 7));
    here.hear(here.activate(primary(9, 7), 7, 9, false, new IndexExtent(at(4), 3)));
    assertThat(here.harness.effects()).containsExactly(here.activated(2, 5, 6, 7, 8, 9));
  }

  @Test
  void changesMayBeLostOnTheWay() {
    IndexExtent indexed = new IndexExtent(at(4), 3);
    here.peering.onChanges(here.changes(5, 6));
    here.hear(here.activate(primary(9, 7), 7, 9, false, indexed));
    assertThat(here.harness.effects()).isEmpty();
    assertThat(here.peering.isServing()).isFalse();
    here.peering.onChanges(here.changes(5, 7));
    here.hear(here.activate(primary(9, 7), 8, 9, false, indexed));
    assertThat(here.harness.effects()).as("a part of the log is lost").isEmpty();
    here.hear(here.activate(primary(9, 7), 7, 9, false, indexed));
    assertThat(here.peering.isServing()).isTrue();
  }

  /** Where the index begins is not in the log here: they part before. */
  @Test
  void anIndexThatDoesNotJoinIsAskedForEarlier() {
    here.peering.onChanges(here.changes(6, 7));
    here.hear(here.activate(primary(9, 7), 7, 9, false, new IndexExtent(at(5), 2)));
    assertThat(here.harness.effects()).containsExactly(here.getLog(4));
    assertThat(here.peering.isServing()).isFalse();
    assertThat(here.harness.persisted()).isEmpty();
    here.hear(here.activate(primary(9, 7), 7, 9, false, new IndexExtent(at(4), 2)));
    assertThat(here.harness.effects()).as("what came before counts no more").isEmpty();
  }

  @Test
  void whoServesTakesNothingThatWasMeantForAnActivation() {
    here.hear(here.activate(primary(4, 0), 4, 4, false, null));
    here.peering.onRemember(new Remember(Maps.GROUP, Maps.EPOCH, here.entries(5, 6)));
    here.peering.onChanges(here.changes(5, 7));
    here.beginInterval();
    GroupInfo theirs =
        primary(9, 7).withHistory(new History(1, 0, 0, Maps.EPOCH + 1, 7, List.of()));
    here.hear(here.activate(theirs, 7, 9, false, new IndexExtent(at(4), 3)));
    assertThat(here.peering.isServing()).as("no changes have come").isFalse();
  }

  /** What is before the log here both have. */
  @Test
  void anIndexMayBeginBeforeTheLog() {
    here.harness.replica.append(here.update(here.entries.get(4)), at(3), Awaiting.nothing());
    here.harness.settle();
    here.harness.effects();
    here.peering.onChanges(here.changes(3, 7));
    here.hear(here.activate(primary(9, 7), 7, 9, false, new IndexExtent(at(2), 5)));
    assertThat(here.peering.isServing()).isTrue();
    assertThat(here.harness.replica.log().entries()).isEqualTo(here.entries(8, 9));
    assertThat(here.harness.replica.missing())
        .containsKeys(here.entries(6, 9).stream().map(LogEntry::object).toArray(ObjectId[]::new))
        .doesNotContainKey(here.entries.get(2).object());
  }
}
