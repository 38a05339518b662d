package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.mon.config.FlapSettings;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.FlapHistory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FailureRulesTest {
  private static final FlapSettings FLAPPING = FlapSettings.DEFAULT;

  private static OsdId osd(int number) {
    return new OsdId(number);
  }

  /** One who does not answer. */
  private static Change silent(int reporter, int failed) {
    return new Change.ReportFailure(osd(reporter), osd(failed), 1, 4_000, false);
  }

  /** One who refuses connections. */
  private static Change refusing(int reporter, int failed) {
    return new Change.ReportFailure(osd(reporter), osd(failed), 1, 100, true);
  }

  /** Two hosts with as many OSDs each. */
  private static RuleBook twoHosts(int each) {
    RuleBook book = RuleBook.withOsds(2 * each);
    for (int osd = 0; osd < 2 * each; osd++) {
      book.accept(
          new Change.PlaceInCrush(
              "osd." + osd, null, List.of("host=h" + osd / each, "root=default")));
    }
    return book;
  }

  private static Optional<Change> due(RuleBook book, int... doubtful) {
    List<OsdId> missed = java.util.Arrays.stream(doubtful).mapToObj(OsdId::new).toList();
    return DueChanges.change(book.state(), List.of(), missed, List.of(), List::of, book.terms());
  }

  @Test
  void reportersOfOneHostAreOneWord() {
    RuleBook book = twoHosts(3);
    book.accept(silent(1, 0));
    book.accept(silent(2, 0));
    assertThat(book.osd(0).up()).as("its neighbours alone say so").isTrue();
    book.accept(silent(4, 0));
    assertThat(book.osd(0).up()).isFalse();
  }

  @Test
  void whereAllAreOnOneHostEachSpeaksForItself() {
    RuleBook book = RuleBook.withOsds(3);
    for (int osd = 0; osd < 3; osd++) {
      book.accept(new Change.PlaceInCrush("osd." + osd, null, List.of("host=h", "root=default")));
    }
    book.accept(silent(1, 0));
    book.accept(silent(2, 0));
    assertThat(book.osd(0).up()).isFalse();
  }

  /** No tick has forgotten the first report before the second comes. */
  @Test
  void aReportCountsAsLongAsItsLifeAndNotOneMillisecondLonger() {
    long lifeMillis = MonitorRules.DEFAULT.failures().reportLifeMillis();
    for (int later = -1; later <= 1; later++) {
      RuleBook book = RuleBook.withOsds(3);
      book.accept(silent(1, 0));
      book.pass(lifeMillis + later).accept(silent(2, 0));
      assertThat(book.osd(0).up()).as("%d ms after its life", later).isEqualTo(later > 0);
    }
  }

  @Test
  void twoOfThreeThatDieTogetherAreMissedByTheThirdAndTheLeadingMonitor() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(refusing(2, 0));
    book.accept(refusing(2, 1));
    assertThat(due(book)).as("its word alone is not enough").isEmpty();
    Change mark = due(book, 0, 1).orElseThrow();
    assertThat(mark).isEqualTo(new Change.MarkSilent(List.of(osd(0), osd(1))));
    book.accept(mark);
    assertThat(book.osd(0).up()).isFalse();
    assertThat(book.osd(1).up()).isFalse();
  }

  @Test
  void whoeverTheMonitorsHearIsNotTakenDownByOneThatIsCutOff() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(silent(2, 0));
    book.accept(silent(2, 1));
    assertThat(due(book, 2)).isEmpty();
  }

  @Test
  void nobodyIsTakenDownForDoubtsOfTheLeadingMonitorAlone() {
    assertThat(due(RuleBook.withOsds(3), 0, 1, 2)).isEmpty();
  }

  @Test
  void whoLivedWhenItWasBelievedDeadIsGivenLonger() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(silent(1, 0));
    book.accept(silent(2, 0));
    book.pass(20_000).accept(RuleBook.boot(0, 1));
    long extraMillis =
        book.state().flapHistoryOf(osd(0)).extraGraceMillis(book.nowMillis(), FLAPPING);
    assertThat(extraMillis).isEqualTo(1_800);
    book.accept(silent(1, 0));
    book.accept(silent(2, 0));
    assertThat(book.osd(0).up()).as("not yet").isTrue();
    book.pass(extraMillis - 1).acceptInVain(new Change.Tick());
    book.pass(1).accept(new Change.Tick());
    assertThat(book.osd(0).up()).isFalse();
  }

  @Test
  void whoRefusesConnectionsIsNotGivenLonger() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(refusing(1, 0));
    book.accept(refusing(2, 0));
    book.pass(20_000).accept(RuleBook.boot(0, 1));
    book.accept(refusing(1, 0));
    book.accept(refusing(2, 0));
    assertThat(book.osd(0).up()).isFalse();
  }

  @Test
  void whoeverWasDeadIndeedIsNotLaggy() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(refusing(1, 0));
    book.accept(refusing(2, 0));
    book.pass(20_000).accept(RuleBook.boot(0, 2));
    assertThat(book.state().flapHistoryOf(osd(0)).extraGraceMillis(book.nowMillis(), FLAPPING))
        .isZero();
  }

  @Test
  void graceIsForgottenInTime() {
    FlapHistory laggy = FlapHistory.UNKNOWN.markedDown(1, 0, FLAPPING).cameUp(1, 30_000, 30_000);
    long now = laggy.extraGraceMillis(30_000, FLAPPING);
    assertThat(now).isEqualTo(2_700);
    assertThat(laggy.extraGraceMillis(30_000 + FLAPPING.laggyLifeMillis(), FLAPPING))
        .isEqualTo(now / 2);
    assertThat(laggy.extraGraceMillis(Long.MAX_VALUE / 2, FLAPPING)).isZero();
  }

  @Test
  void tooFewAreNotLeftUp() {
    RuleBook book = RuleBook.withOsds(10);
    List<OsdId> all = java.util.stream.IntStream.range(0, 10).mapToObj(OsdId::new).toList();
    book.accept(new Change.MarkSilent(all));
    assertThat(book.map().osds().values().stream().filter(osd -> osd.up())).hasSize(3);
    book.acceptInVain(new Change.MarkSilent(all));
    book.accept(new Change.MarkDown(all));
    assertThat(book.map().osds().values().stream().filter(osd -> osd.up())).isEmpty();
  }

  @Test
  void whoIsHeldDownIsNotLaggyForThat() {
    RuleBook book = RuleBook.withOsds(3);
    for (int mark = 0; mark < FLAPPING.maxMarks() + 3; mark++) {
      book.pass(1_000).accept(new Change.MarkSilent(List.of(osd(0))));
      long earliest =
          book.state().flapHistoryOf(osd(0)).mayComeUpMillis(1, book.nowMillis(), FLAPPING);
      book.pass(Math.max(0, earliest - book.nowMillis()) + 500).accept(RuleBook.boot(0, 1));
      assertThat(book.state().flapHistoryOf(osd(0)).extraGraceMillis(book.nowMillis(), FLAPPING))
          .isLessThanOrEqualTo(500);
    }
  }

  @Test
  void whoFlapsMustWaitLongerAndLonger() {
    RuleBook book = RuleBook.withOsds(3);
    for (int mark = 0; mark < FLAPPING.maxMarks(); mark++) {
      book.pass(1_000).accept(new Change.MarkSilent(List.of(osd(0))));
      book.accept(RuleBook.boot(0, 1));
    }
    for (int times = 0; times < 3; times++) {
      book.pass(1_000).accept(new Change.MarkSilent(List.of(osd(0))));
      long holdMillis = FLAPPING.holdMillis() << times;
      assertThat(book.pass(holdMillis - 1).reject(RuleBook.boot(0, 1)))
          .contains("osd.0 was marked down " + (FLAPPING.maxMarks() + times + 1) + " times");
      book.pass(1).accept(RuleBook.boot(0, 1));
    }
  }

  @Test
  void anotherIncarnationNeedNotWaitAndOldMarksDoNotCount() {
    RuleBook book = RuleBook.withOsds(3);
    for (int mark = 0; mark <= FLAPPING.maxMarks(); mark++) {
      book.accept(new Change.MarkSilent(List.of(osd(0))));
      if (mark < FLAPPING.maxMarks()) {
        book.accept(RuleBook.boot(0, 1));
      }
    }
    book.reject(RuleBook.boot(0, 1));
    book.accept(RuleBook.boot(0, 2));
    for (int mark = 0; mark < 2 * FLAPPING.maxMarks(); mark++) {
      book.pass(FLAPPING.windowMillis() / FLAPPING.maxMarks())
          .accept(new Change.MarkSilent(List.of(osd(0))));
      book.accept(RuleBook.boot(0, 2));
    }
  }

  @Test
  void whatAnOperatorDoesIsNoMark() {
    RuleBook book = RuleBook.withOsds(3);
    for (int mark = 0; mark < 3 * FLAPPING.maxMarks(); mark++) {
      book.accept(new Change.MarkDown(List.of(osd(0))));
      book.accept(RuleBook.boot(0, 1));
    }
    assertThat(book.state().marks().flapHistory()).isEmpty();
  }

  @Test
  void conductGoesWithTheOsd() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.MarkSilent(List.of(osd(0))));
    assertThat(book.state().marks().flapHistory()).containsKey(osd(0));
    book.accept(new Change.PurgeOsd(osd(0), true));
    assertThat(book.state().marks().flapHistory()).isEmpty();
  }
}
