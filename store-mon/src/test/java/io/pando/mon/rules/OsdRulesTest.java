package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.Incremental;
import io.pando.cluster.LostStore;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.crush.CrushMap;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.mon.state.FlapHistory;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator does to OSDs: what remains of it, and what is said of it. */
class OsdRulesTest {
  private static final OsdId OSD0 = new OsdId(0);
  private static final OsdId OSD1 = new OsdId(1);
  private static final UUID IDENTITY = new UUID(7, 1);

  private final RuleBook book = RuleBook.withOsds(3);

  private static UUID identity(int osd) {
    return new UUID(0, osd);
  }

  @Test
  void anOsdIsCreatedOnce() {
    OsdId osd = new OsdId(3);
    assertThat(book.accept(new Change.CreateOsd(osd, null))).isEqualTo("osd.3 created");
    assertThat(book.acceptInVain(new Change.CreateOsd(osd, null)))
        .isEqualTo("osd.3 exists already");
    assertThat(book.accept(new Change.CreateOsd(osd, IDENTITY))).isEqualTo("osd.3 created");
    assertThat(book.acceptInVain(new Change.CreateOsd(osd, IDENTITY)))
        .isEqualTo("osd.3 exists already");
    assertThat(book.reject(new Change.CreateOsd(osd, new UUID(7, 2))))
        .isEqualTo(
            "osd.3 exists already with the identity "
                + IDENTITY
                + ": give up its data first (osd replace 3, or osd purge 3), or choose another"
                + " number");
    assertThat(book.reject(new Change.CreateOsd(OSD1, IDENTITY)))
        .isEqualTo("identity " + IDENTITY + " belongs to osd.3, not to osd.1");
  }

  @Test
  void dataLetInAgainAreSaidToBe() {
    book.accept(new Change.Stop(OSD1, 1));
    book.accept(new Change.PurgeOsd(OSD1, true));
    assertThat(book.reject(RuleBook.boot(1, 2)))
        .endsWith("osd create 1 --uuid " + identity(1) + ")");
    assertThat(book.accept(new Change.CreateOsd(OSD1, identity(1))))
        .isEqualTo("osd.1 created: its old data are restored");
  }

  @Test
  void anOsdWithoutDataIsPurgedAndNothingIsGivenUp() {
    OsdId osd = new OsdId(3);
    book.accept(new Change.CreateOsd(osd, null));
    book.accept(new Change.MarkIn(List.of(osd)));
    CrushMap crush = book.map().crush();
    book.accept(new Change.PurgeOsd(osd, false));
    assertThat(book.map().osds()).doesNotContainKey(osd);
    assertThat(book.map().losses().gone()).isEmpty();
    assertThat(book.map().crush()).as("it was not in it").isEqualTo(crush);
  }

  @Test
  void anOsdThatRunsNeedNotBeNamedByItsIdentity() {
    assertThat(book.acceptInVain(new Change.CreateOsd(OSD1, null)))
        .isEqualTo("osd.1 exists already");
  }

  @Test
  void anOsdThatIsInIsPurgedByForceAlone() {
    book.accept(new Change.Stop(OSD1, 1));
    assertThat(book.reject(new Change.PurgeOsd(OSD1, false)))
        .isEqualTo(
            "osd.1 is in, so groups may be mapped to it: drain it first (osd drain 1), or give up"
                + " the data that it holds (osd purge 1 --force)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatAPurgedOsdHeldIsSafeUnlessItWasForced(boolean force) {
    book.accept(new Change.MarkOut(List.of(OSD1)));
    book.accept(new Change.Stop(OSD1, 1));
    assertThat(book.accept(new Change.PurgeOsd(OSD1, force))).isEqualTo("purged osd.1");
    assertThat(book.map().losses().gone()).extracting(LostStore::safe).containsExactly(!force);
    assertThat(book.state().heldOut()).isEmpty();
  }

  @Test
  void aPurgedOsdLeavesTheActingSetsThatNameIt() {
    book.accept(new Change.CreatePool("a", 2, 2, 1, null));
    PgId group = new PgId(book.pool("a").id(), 0);
    PgId other = new PgId(book.pool("a").id(), 1);
    OsdId stays = new Placement().locate(book.map(), group).primary().orElseThrow();
    OsdId goes = new OsdId((stays.value() + 1) % 3);
    OsdId primary = new Placement().locate(book.map(), other).primary().orElseThrow();
    book.accept(new Change.OverrideActing(primary, other, MemberList.of(stays)));
    book.accept(new Change.OverrideActing(stays, group, MemberList.of(stays, goes)));
    book.accept(new Change.Stop(goes, 1));
    book.accept(new Change.PurgeOsd(goes, true));
    assertThat(book.map().actingOverrides()).containsEntry(group, MemberList.of(stays));
    assertThat(book.state().recent().list().getLast().edits())
        .filteredOn(Incremental.OverrideActing.class::isInstance)
        .containsExactly(new Incremental.OverrideActing(group, MemberList.of(stays)));
  }

  @Test
  void whatAPurgedOsdReportedIsForgotten() {
    book.acceptInVain(new Change.ReportFailure(OSD1, OSD0, 1, 20_000, true));
    assertThat(book.state().failures().of(OSD0)).containsKey(OSD1);
    book.accept(new Change.SetFlag(ClusterFlag.NODOWN, true));
    book.accept(new Change.MarkDown(List.of(OSD1)));
    book.accept(new Change.PurgeOsd(OSD1, true));
    assertThat(book.state().failures().of(OSD0)).isEmpty();
  }

  @Test
  void ofAReplacedOsdTheConductIsForgottenAndItsPlaceIsKept() {
    for (int reporter = 1; reporter < 3; reporter++) {
      book.accept(new Change.ReportFailure(new OsdId(reporter), OSD0, 1, 20_000, true));
    }
    assertThat(book.osd(0).up()).isFalse();
    assertThat(book.state().marks().flapHistory()).containsKey(OSD0);
    book.accept(new Change.Reweight(OSD0, 0x4000));
    assertThat(book.accept(new Change.ReplaceOsd(OSD0, true)))
        .isEqualTo(
            "gave up the data of osd.0 ("
                + identity(0)
                + "): start it with an empty data directory");
    assertThat(book.state().flapHistoryOf(OSD0)).isEqualTo(FlapHistory.UNKNOWN);
    assertThat(book.osd(0))
        .isEqualTo(OsdEdits.withIn(OsdEdits.withReweight(OsdInfo.fresh(OSD0), 0x4000), true));
    long goneAt = book.map().lostAt(OSD0);
    assertThat(book.reject(RuleBook.boot(0, 2)))
        .isEqualTo(
            ("the data of osd.0 with the identity %s were given up in epoch %d: move its data"
                    + " directory away and start it with an empty one, or restore the old data"
                    + " (osd create 0 --uuid %s)")
                .formatted(identity(0), goneAt, identity(0)));
  }

  @Test
  void ofAPurgedOsdTheConductIsForgotten() {
    for (int reporter = 1; reporter < 3; reporter++) {
      book.accept(new Change.ReportFailure(new OsdId(reporter), OSD0, 1, 20_000, true));
    }
    assertThat(book.state().marks().flapHistory()).containsKey(OSD0);
    book.accept(new Change.PurgeOsd(OSD0, true));
    assertThat(book.state().marks().flapHistory()).isEmpty();
  }

  @Test
  void marksSayWhomTheyMark() {
    List<OsdId> both = List.of(OSD0, OSD1);
    assertThat(book.accept(new Change.MarkDown(both))).isEqualTo("marked down osd.0, osd.1");
    assertThat(book.accept(new Change.MarkOut(both))).isEqualTo("marked out osd.0, osd.1");
    assertThat(book.acceptInVain(new Change.MarkOut(both))).isEqualTo("marked out osd.0, osd.1");
    assertThat(book.accept(new Change.MarkIn(both))).isEqualTo("marked in osd.0, osd.1");
    assertThat(book.acceptInVain(new Change.MarkIn(both))).isEqualTo("marked in osd.0, osd.1");
  }

  @Test
  void flagsAreSetAndUnsetOnce() {
    Change set = new Change.SetFlag(ClusterFlag.NOOUT, true);
    Change unset = new Change.SetFlag(ClusterFlag.NOOUT, false);
    assertThat(book.acceptInVain(unset)).isEqualTo("noout is unset");
    assertThat(book.accept(set)).isEqualTo("noout is set");
    assertThat(book.acceptInVain(set)).isEqualTo("noout is set");
    assertThat(book.map().flags()).containsExactly(ClusterFlag.NOOUT);
    assertThat(book.accept(unset)).isEqualTo("noout is unset");
    assertThat(book.map().flags()).isEmpty();
  }

  @Test
  void aLossIsAcceptedOfGroupsThatExist() {
    book.accept(new Change.CreatePool("a", 2, 2, 1, null));
    PgId group = new PgId(book.pool("a").id(), 1);
    assertThat(book.accept(new Change.AcceptLoss(List.of(group))))
        .isEqualTo("accepted for 1 groups the losses until epoch 0");
    assertThat(book.map().lossAcceptedUntil(group)).isZero();
    PgId unknown = new PgId(new PoolId(99), 0);
    assertThat(book.reject(new Change.AcceptLoss(List.of(unknown))))
        .isEqualTo("there is no placement group " + unknown);
    int most = Change.AcceptLoss.MAX_GROUPS;
    List<PgId> many = Collections.nCopies(most, group);
    book.acceptInVain(new Change.AcceptLoss(many));
    List<PgId> tooMany = Collections.nCopies(most + 1, group);
    assertThat(book.reject(new Change.AcceptLoss(tooMany)))
        .isEqualTo("a change accepts the loss of at most 1000 groups");
  }
}
