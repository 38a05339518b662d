package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.fullness.FullRatio;
import io.pando.cluster.fullness.FullRatios;
import io.pando.cluster.fullness.FullnessLevel;
import io.pando.cluster.fullness.OsdFullness;
import io.pando.id.OsdId;
import io.pando.report.OsdStats;
import io.pando.report.ScrubCounts;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When an OSD counts as nearly full or full. */
class FullnessRulesTest {
  private static final OsdId OSD0 = new OsdId(0);
  private static final OsdId OSD1 = new OsdId(1);

  private final RuleBook book = RuleBook.withOsds(3);

  private static OsdStats stats(OsdId osd, long used) {
    return new OsdStats(
        osd,
        1,
        new OsdStats.Space(1_000, used),
        new OsdStats.Load(1, 0),
        new OsdStats.Clients(0, 0, 0, 0),
        new OsdStats.Repairs(0, 0, 0, ScrubCounts.NOTHING));
  }

  /** The leader does what is due; whether anything was. */
  private boolean report(OsdStats... stats) {
    Optional<Change> due = FullnessRules.due(book.map(), List.of(stats));
    due.ifPresent(book::accept);
    assertThat(FullnessRules.due(book.map(), List.of(stats))).as("it is done").isEmpty();
    return due.isPresent();
  }

  private Optional<FullnessLevel> level(OsdId osd) {
    return Optional.ofNullable(book.map().fullness().levels().get(osd));
  }

  @Test
  void anOsdThatFillsUpIsMarkedAndOneThatEmptiesIsNoMore() {
    assertThat(report(stats(OSD0, 849))).isFalse();
    assertThat(report(stats(OSD0, 850), stats(OSD1, 910))).isTrue();
    assertThat(level(OSD0)).contains(FullnessLevel.NEARFULL);
    assertThat(level(OSD1)).contains(FullnessLevel.BACKFILLFULL);
    assertThat(report(stats(OSD0, 950), stats(OSD1, 10))).isTrue();
    assertThat(level(OSD0)).contains(FullnessLevel.FULL);
    assertThat(level(OSD1)).isEmpty();
  }

  @Test
  void aLevelIsKeptUntilTheOsdIsClearlyBelow() {
    report(stats(OSD0, 950));
    assertThat(report(stats(OSD0, 940))).isFalse();
    assertThat(report(stats(OSD0, 939))).isTrue();
    assertThat(level(OSD0)).contains(FullnessLevel.BACKFILLFULL);
    assertThat(report(stats(OSD0, 949))).as("not full again before the ratio").isFalse();
    assertThat(report(stats(OSD0, 890))).isFalse();
    assertThat(report(stats(OSD0, 889))).isTrue();
    assertThat(level(OSD0)).contains(FullnessLevel.NEARFULL);
    report(stats(OSD0, 960));
    assertThat(report(stats(OSD0, 842))).isTrue();
    assertThat(level(OSD0)).as("of those it had, one is near").contains(FullnessLevel.NEARFULL);
  }

  /** A new leader has no statistics, nor has an OSD that has just started. */
  @Test
  void withoutStatisticsTheLevelStays() {
    report(stats(OSD0, 950));
    assertThat(report()).isFalse();
    assertThat(report(stats(OSD1, 900))).isTrue();
    assertThat(level(OSD0)).contains(FullnessLevel.FULL);
  }

  @Test
  void anOsdThatIsRemovedHasNoLevel() {
    report(stats(OSD0, 950));
    book.accept(new Change.Stop(OSD0, 1));
    book.accept(new Change.PurgeOsd(OSD0, true));
    assertThat(level(OSD0)).isEmpty();
    assertThat(report(stats(OSD0, 950))).isFalse();
    book.acceptInVain(
        new Change.MarkFullness(List.of(new OsdFullness(OSD0, FullnessLevel.NEARFULL))));
  }

  @Test
  void aRatioThatBreaksTheOrderIsRefused() {
    assertThat(book.reject(new Change.SetFullRatio(FullRatio.FULL, 900)))
        .startsWith(
            "the ratios would be nearfull 0.85, backfillfull 0.90, full 0.90, failsafe 0.97")
        .contains("another order");
    assertThat(book.reject(new Change.SetFullRatio(FullRatio.FAILSAFE, 1_001))).contains("<= 1");
    assertThat(book.reject(new Change.SetFullRatio(FullRatio.NEARFULL, 0))).contains("0 <");
    assertThat(book.accept(new Change.SetFullRatio(FullRatio.FULL, 960)))
        .isEqualTo("full ratio is 0.96");
    assertThat(book.acceptInVain(new Change.SetFullRatio(FullRatio.FULL, 960))).isNotEmpty();
    assertThat(book.map().fullness().ratios()).isEqualTo(new FullRatios(850, 900, 960, 970));
  }

  /** The operator raises it so that clients can write: at once, and by however little. */
  @Test
  void anotherRatioAppliesToOsdsThatHadALevel() {
    report(stats(OSD0, 951));
    book.accept(new Change.SetFullRatio(FullRatio.FULL, 952));
    report(stats(OSD0, 951));
    assertThat(level(OSD0)).contains(FullnessLevel.BACKFILLFULL);
    book.accept(new Change.SetFullRatio(FullRatio.FULL, 951));
    report(stats(OSD0, 951));
    assertThat(level(OSD0)).contains(FullnessLevel.FULL);
  }
}
