package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.OsdInfo;
import io.pando.id.Address;
import io.pando.id.OsdId;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.FailureReports;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OsdLifeTest {
  private static final OsdId OSD0 = new OsdId(0);
  private static final OsdId OSD1 = new OsdId(1);
  private static final OsdId OSD2 = new OsdId(2);

  @Test
  void bootMarksUpAndInFromTheEpochOfTheMap() {
    RuleBook book = RuleBook.withOsds(1);
    assertThat(book.osd(0).up()).isTrue();
    assertThat(book.osd(0).in()).isTrue();
    assertThat(book.osd(0).upFrom()).isEqualTo(book.map().epoch());
    assertThat(book.osd(0).identity()).isEqualTo(new UUID(0, 0));
    assertThat(book.osd(0).endpoint().shards()).isEqualTo(2);
  }

  @Test
  void bootOfTheSameIncarnationTwiceIsHarmless() {
    RuleBook book = RuleBook.withOsds(1);
    assertThat(book.acceptInVain(RuleBook.boot(0, 1))).contains("already");
  }

  private static Change.Boot bootSince(long epoch) {
    Change.Boot boot = RuleBook.boot(0, 1);
    return new Change.Boot(boot.osd(), boot.identity(), boot.address(), boot.shards(), epoch);
  }

  @Test
  void anIncarnationThatMissedStepsComesUpAgainInOneEpoch() {
    RuleBook book = RuleBook.withOsds(2);
    book.accept(new Change.SetFlag(ClusterFlag.NOIN, true));
    book.accept(new Change.SetFlag(ClusterFlag.NOUP, true));
    long before = book.map().epoch();
    book.accept(bootSince(before));
    assertThat(book.map().epoch()).isEqualTo(before + 1);
    assertThat(book.osd(0).up()).isTrue();
    assertThat(book.osd(0).in()).isTrue();
    assertThat(book.osd(0).upFrom()).isEqualTo(before + 1);
    assertThat(book.osd(0).downAt()).isZero();
  }

  @Test
  void anIncarnationMarkedUpInThatEpochOrLaterStaysAsItIs() {
    RuleBook book = RuleBook.withOsds(2);
    assertThat(book.acceptInVain(bootSince(book.osd(0).upFrom()))).contains("already");
    book.accept(bootSince(book.map().epoch()));
    assertThat(book.acceptInVain(bootSince(book.osd(0).upFrom()))).contains("already");
  }

  @Test
  void newIncarnationFirstTakesTheOldOneDown() {
    RuleBook book = RuleBook.withOsds(1);
    long before = book.map().epoch();
    book.accept(RuleBook.boot(0, 2));
    assertThat(book.map().epoch()).isEqualTo(before + 2);
    assertThat(book.osd(0).downAt()).isEqualTo(before + 1);
    assertThat(book.osd(0).upFrom()).isEqualTo(before + 2);
    assertThat(book.map().isUp(OSD0, 2)).isTrue();
    assertThat(book.map().isUp(OSD0, 1)).isFalse();
  }

  @Test
  void bootOfAnUnknownOsdNamesTheWayOut() {
    assertThat(new RuleBook().reject(RuleBook.boot(7, 1))).contains("osd.7").contains("osd create");
  }

  @Test
  void bootWithTheIdentityOfAnotherIsRejected() {
    RuleBook book = RuleBook.withOsds(2);
    assertThat(book.reject(RuleBook.boot(0, 5, new UUID(0, 1)))).contains("osd.1");
    assertThat(book.reject(RuleBook.boot(0, 5, new UUID(9, 9)))).contains("osd replace");
  }

  @Test
  void bootWithTheAddressOfAnotherIsRejected() {
    RuleBook book = RuleBook.withOsds(2);
    Address wrong = new Address(OSD1.node(), 4, "127.0.0.1", 7000);
    assertThat(book.reject(new Change.Boot(OSD0, new UUID(0, 0), wrong, 1, 0))).contains("osd.1");
  }

  @Test
  void theIdentityOfAnotherNamesBothAndTheWayOut() {
    RuleBook book = RuleBook.withOsds(2);
    assertThat(book.reject(RuleBook.boot(0, 5, new UUID(0, 1))))
        .isEqualTo(
            ("identity %s belongs to osd.1, not to osd.0: start it as osd.1, or give osd.0 a data"
                    + " directory of its own")
                .formatted(new UUID(0, 1)));
    assertThat(book.reject(RuleBook.boot(1, 5, new UUID(9, 9))))
        .isEqualTo(
            ("osd.1 has the identity %s, but %s boots: start it on its own data directory, or give"
                    + " up its data (osd replace 1)")
                .formatted(new UUID(0, 1), new UUID(9, 9)));
  }

  @Test
  void anOsdHasOneShardToTwoHundredAndFiftySix() {
    RuleBook book = RuleBook.withOsds(1);
    for (int shards : List.of(1, 256)) {
      Address next = new Address(OSD0.node(), 10 + shards, "127.0.0.1", 7000);
      book.accept(new Change.Boot(OSD0, new UUID(0, 0), next, shards, 0));
      assertThat(book.osd(0).endpoint().shards()).isEqualTo(shards);
    }
    for (int shards : List.of(0, 257)) {
      Address next = new Address(OSD0.node(), 1_000 + shards, "127.0.0.1", 7000);
      assertThat(book.reject(new Change.Boot(OSD0, new UUID(0, 0), next, shards, 0)))
          .isEqualTo("osd.0 must have 1 to 256 shards, not " + shards);
    }
  }

  @Test
  void aTickForgetsReportsThatAreTooOld() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.ReportFailure(OSD1, OSD0, 1, 4_000, false));
    book.pass(MonitorRules.DEFAULT.failures().reportLifeMillis()).accept(new Change.Tick());
    assertThat(book.state().failures().of(OSD0)).containsOnlyKeys(OSD1);
    book.pass(1).accept(new Change.Tick());
    assertThat(book.state().failures().of(OSD0)).isEmpty();
    book.accept(new Change.ReportFailure(OSD2, OSD0, 1, 4_000, false));
    assertThat(book.osd(0).up()).as("the other report is forgotten").isTrue();
  }

  @Test
  void flagsHoldTheHand() {
    RuleBook book = RuleBook.withOsds(2);
    book.accept(new Change.Stop(OSD0, 1));
    book.accept(new Change.SetFlag(ClusterFlag.NOUP, true));
    assertThat(book.reject(RuleBook.boot(0, 2))).contains("noup");
    book.accept(new Change.SetFlag(ClusterFlag.NOUP, false));
    book.accept(RuleBook.boot(0, 2));
    book.accept(new Change.SetFlag(ClusterFlag.NODOWN, true));
    book.accept(new Change.ReportFailure(OSD1, OSD0, 2, 20_000, true));
    book.accept(new Change.MarkSilent(List.of(OSD0)));
    assertThat(book.osd(0).up()).isTrue();
    book.accept(new Change.SetFlag(ClusterFlag.NODOWN, false));
    book.accept(new Change.Tick());
    assertThat(book.osd(0).up()).as("the report still counts").isFalse();
  }

  @Test
  void osdThatAnOperatorMarkedOutStaysOut() {
    RuleBook book = RuleBook.withOsds(2);
    book.accept(new Change.MarkOut(List.of(OSD0)));
    book.accept(RuleBook.boot(0, 2));
    assertThat(book.osd(0).in()).isFalse();
    book.accept(new Change.MarkIn(List.of(OSD0)));
    assertThat(book.osd(0).in()).isTrue();
  }

  @Test
  void newOsdStaysOutUnderNoin() {
    RuleBook book = new RuleBook();
    book.accept(new Change.SetFlag(ClusterFlag.NOIN, true));
    book.accept(new Change.CreateOsd(null, null));
    book.accept(RuleBook.boot(0, 1));
    assertThat(book.osd(0).up()).isTrue();
    assertThat(book.osd(0).in()).isFalse();
  }

  @Test
  void twoReportersAreNeededWhereThereAreThreeOsds() {
    RuleBook book = RuleBook.withOsds(3);
    Change.ReportFailure first = new Change.ReportFailure(OSD1, OSD0, 1, 20_000, true);
    book.acceptInVain(first);
    book.acceptInVain(first);
    book.accept(new Change.ReportFailure(OSD2, OSD0, 1, 20_000, true));
    assertThat(book.osd(0).up()).isFalse();
    assertThat(book.osd(0).history().downSinceMillis()).isPositive();
    assertThat(book.state().failures()).isEqualTo(FailureReports.NONE);
  }

  @Test
  void oneReporterSufficesWhereThereAreTwoOsds() {
    RuleBook book = RuleBook.withOsds(2);
    book.accept(new Change.ReportFailure(OSD1, OSD0, 1, 20_000, true));
    assertThat(book.osd(0).up()).isFalse();
  }

  @Test
  void reportsLapseAndAreWithdrawn() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.ReportFailure(OSD1, OSD0, 1, 20_000, true));
    book.pass(MonitorRules.DEFAULT.failures().reportLifeMillis() + 1);
    book.accept(new Change.ReportFailure(OSD2, OSD0, 1, 20_000, true));
    assertThat(book.osd(0).up()).as("the first report is too old").isTrue();
    book.accept(new Change.WithdrawFailure(OSD2, OSD0, 1));
    book.accept(new Change.ReportFailure(OSD1, OSD0, 1, 20_000, true));
    assertThat(book.osd(0).up()).as("the second was withdrawn").isTrue();
  }

  @Test
  void reportsOfADeadIncarnationChangeNothing() {
    RuleBook book = RuleBook.withOsds(2);
    book.accept(RuleBook.boot(0, 2));
    book.acceptInVain(new Change.ReportFailure(OSD1, OSD0, 1, 20_000, true));
    assertThat(book.osd(0).up()).isTrue();
    assertThat(book.reject(new Change.ReportFailure(OSD0, OSD0, 2, 1, false))).contains("itself");
    assertThat(book.reject(new Change.ReportFailure(new OsdId(8), OSD0, 2, 1, false)))
        .contains("osd.8");
  }

  @Test
  void stopOfADeadIncarnationIsHarmless() {
    RuleBook book = RuleBook.withOsds(1);
    book.accept(RuleBook.boot(0, 2));
    book.acceptInVain(new Change.Stop(OSD0, 1));
    book.accept(new Change.Stop(OSD0, 2));
    assertThat(book.osd(0).up()).isFalse();
    book.acceptInVain(new Change.Stop(OSD0, 2));
  }

  @Test
  void longDownBecomesOutAndComesInAgainByBooting() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.Stop(OSD0, 1));
    book.pass(MonitorRules.DEFAULT.marking().downOutMillis() - 1).acceptInVain(new Change.Tick());
    book.pass(1).accept(new Change.Tick());
    assertThat(book.osd(0).in()).isFalse();
    book.accept(RuleBook.boot(0, 2));
    assertThat(book.osd(0).in()).isTrue();
  }

  @Test
  void nobodyIsMarkedOutWhenTooFewAreIn() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.MarkDown(List.of(OSD0, OSD1, OSD2)));
    book.pass(MonitorRules.DEFAULT.marking().downOutMillis()).accept(new Change.Tick());
    assertThat(book.map().osds().values().stream().filter(osd -> osd.in()).count()).isEqualTo(2);
  }

  /** Of four, three are three quarters, and one more goes. */
  @Test
  void oneIsMarkedOutWhileExactlyAsManyAreInAsMustBe() {
    RuleBook book = RuleBook.withOsds(4);
    book.accept(new Change.MarkDown(List.of(OSD0, OSD1, OSD2, new OsdId(3))));
    book.pass(MonitorRules.DEFAULT.marking().downOutMillis()).accept(new Change.Tick());
    assertThat(book.map().osds().values().stream().filter(osd -> osd.in()))
        .extracting(OsdInfo::id)
        .containsExactly(OSD2, new OsdId(3));
    book.acceptInVain(new Change.Tick());
  }

  /** Though the settings allow it. */
  @Test
  void theLastThatIsInStaysIn() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.MarkDown(List.of(OSD0, OSD1, OSD2)));
    MonitorRules usual = MonitorRules.DEFAULT;
    MonitorRules any =
        new MonitorRules(
            usual.failures(),
            new MonitorRules.Marking(
                usual.marking().downOutMillis(), 0, usual.marking().minUpPercent()),
            usual.flapping(),
            usual.recentIncrementals(),
            usual.pools());
    Terms terms = new Terms(book.pass(usual.marking().downOutMillis()).nowMillis(), 1, any);
    Decision decision = Rules.decide(book.state(), new Change.Tick(), terms);
    assertThat(decision)
        .isInstanceOfSatisfying(
            Decision.Accepted.class,
            accepted ->
                assertThat(accepted.state().map().osds().values().stream().filter(OsdInfo::in))
                    .extracting(OsdInfo::id)
                    .containsExactly(OSD2));
  }

  @Test
  void nooutKeepsThemIn() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.SetFlag(ClusterFlag.NOOUT, true));
    book.accept(new Change.Stop(OSD0, 1));
    book.pass(MonitorRules.DEFAULT.marking().downOutMillis() * 2).acceptInVain(new Change.Tick());
    assertThat(book.osd(0).in()).isTrue();
  }

  @Test
  void timeDoesNotGoBackWithANewLeader() {
    RuleBook book = RuleBook.withOsds(3);
    long before = book.state().nowMillis();
    book.pass(-60_000).accept(new Change.Stop(OSD0, 1));
    assertThat(book.osd(0).history().downSinceMillis()).isEqualTo(before);
    assertThat(book.map().stamp().modifiedMillis()).isEqualTo(before);
  }

  @Test
  void timeGoesOnWithALeaderWhoseClockIsFarBehind() {
    RuleBook book = RuleBook.withOsds(3);
    book.pass(-3_600_000).accept(new Change.Stop(OSD0, 1));
    assertThat(book.osd(0).in()).isTrue();
    book.pass(MonitorRules.DEFAULT.marking().downOutMillis()).accept(new Change.Tick());
    assertThat(book.osd(0).in()).isFalse();
  }

  @Test
  void aClockThatWentBackIsFollowedAtOnce() {
    RuleBook book = RuleBook.withOsds(3);
    book.pass(60_000).accept(new Change.Tick());
    assertThat(due(book)).isEmpty();
    book.pass(-60_000);
    assertThat(due(book)).contains(new Change.Tick());
    book.accept(new Change.Tick());
    assertThat(due(book)).isEmpty();
  }

  private static Optional<Change> due(RuleBook book) {
    return DueChanges.change(book.state(), List.of(), List.of(), List.of(), List::of, book.terms());
  }

  @Test
  void upThruIsRaisedForTheLivingIncarnationOnly() {
    RuleBook book = RuleBook.withOsds(2);
    long epoch = book.map().epoch();
    book.accept(new Change.RaiseUpThru(OSD0, 1, epoch));
    assertThat(book.osd(0).upThru()).isEqualTo(epoch);
    book.acceptInVain(new Change.RaiseUpThru(OSD0, 1, epoch));
    assertThat(book.reject(new Change.RaiseUpThru(OSD0, 2, epoch))).contains("osd.0");
    assertThat(book.reject(new Change.RaiseUpThru(OSD0, 1, epoch + 9)))
        .contains("does not exist yet");
  }
}
