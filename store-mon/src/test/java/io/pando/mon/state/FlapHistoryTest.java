package io.pando.mon.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.mon.config.FlapSettings;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How an OSD that is marked down and lives is judged. */
class FlapHistoryTest {
  /** Two marks within 100 ms are allowed; a wait is 10 ms at first; half is forgotten in 1,000. */
  private static final FlapSettings SETTINGS = new FlapSettings(2, 100, 10, 1_000);

  private static FlapHistory marked(long... atMillis) {
    FlapHistory flapHistory = FlapHistory.UNKNOWN;
    for (long at : atMillis) {
      flapHistory = flapHistory.markedDown(7, at, SETTINGS);
    }
    return flapHistory;
  }

  @Test
  void marksAreRememberedAsLongAsTheirWindow() {
    FlapHistory flapHistory = marked(1_000, 1_050);
    assertThat(flapHistory.marksMillis()).containsExactly(1_000L, 1_050L);
    assertThat(flapHistory.marks(1_099, SETTINGS)).isEqualTo(2);
    assertThat(flapHistory.marks(1_100, SETTINGS)).isOne();
    assertThat(flapHistory.marks(1_150, SETTINGS)).isZero();
    assertThat(flapHistory.markedDown(7, 1_100, SETTINGS).marksMillis())
        .as("what is over is forgotten with the next one")
        .containsExactly(1_050L, 1_100L);
  }

  @Test
  void anotherIncarnationBeginsAnew() {
    FlapHistory flapHistory = marked(1_000, 1_001).markedDown(8, 1_002, SETTINGS);
    assertThat(flapHistory.nonce()).isEqualTo(8);
    assertThat(flapHistory.marksMillis()).containsExactly(1_002L);
  }

  @Test
  void afterTooManyMarksTheWaitDoublesUpToTheWindow() {
    assertThat(marked(1_000, 1_001).mayComeUpMillis(7, 1_002, SETTINGS)).isZero();
    assertThat(marked(1_000, 1_001, 1_002).mayComeUpMillis(7, 1_002, SETTINGS)).isEqualTo(1_012);
    assertThat(marked(1_000, 1_001, 1_002, 1_003).mayComeUpMillis(7, 1_003, SETTINGS))
        .isEqualTo(1_023);
    long[] many = new long[30];
    for (int i = 0; i < many.length; i++) {
      many[i] = 1_000L + i;
    }
    assertThat(marked(many).mayComeUpMillis(7, 1_029, SETTINGS)).isEqualTo(1_029 + 100);
    assertThat(marked(many).mayComeUpMillis(8, 1_029, SETTINGS))
        .as("another incarnation need not wait")
        .isZero();
    assertThat(marked(1_000, 1_001, 1_002).mayComeUpMillis(7, 1_100, SETTINGS))
        .as("the first is over")
        .isZero();
  }

  @Test
  void whoeverLivedIsLaggyByThreeTenthsOfWhatWasSeen() {
    FlapHistory laggy = marked(1_000).cameUp(7, 500, 1_500);
    assertThat(laggy).isEqualTo(new FlapHistory(7, List.of(1_000L), 150, 300, 1_500));
    assertThat(laggy.cameUp(7, 500, 2_000))
        .isEqualTo(new FlapHistory(7, List.of(1_000L), 255, 510, 2_000));
    assertThat(laggy.cameUp(8, 500, 2_000))
        .isEqualTo(new FlapHistory(8, List.of(), 105, 210, 2_000));
    assertThat(FlapHistory.UNKNOWN.cameUp(7, 500, 1_500))
        .as("nobody had marked it down unasked")
        .isEqualTo(FlapHistory.UNKNOWN);
  }

  @Test
  void nobodyCountsAsAwayForLongerThanAMinute() {
    assertThat(marked(1_000).cameUp(7, 60_000, 0)).isEqualTo(marked(1_000).cameUp(7, 60_001, 0));
    assertThat(marked(1_000).cameUp(7, 59_990, 0).laggyMillis()).isEqualTo(17_997);
    assertThat(marked(1_000).cameUp(7, 60_000, 0).laggyMillis()).isEqualTo(18_000);
  }

  @Test
  void whatIsSmoothedIsRoundedDown() {
    FlapHistory flapHistory = new FlapHistory(7, List.of(1L), 1, 1, 0);
    assertThat(flapHistory.cameUp(7, 60_001, 0))
        .isEqualTo(new FlapHistory(7, List.of(1L), 18_000, 300, 0));
    assertThat(flapHistory.cameUp(8, 60_001, 0)).isEqualTo(new FlapHistory(8, List.of(), 0, 0, 0));
  }

  @Test
  void theNewestFortyMarksAreRemembered() {
    long[] many = new long[45];
    Arrays.setAll(many, i -> 1_000L + i);
    FlapHistory flapHistory = marked(many);
    assertThat(flapHistory.marksMillis()).hasSize(40).startsWith(1_005L).endsWith(1_044L);
  }

  @Test
  void theWaitDoublesTwentyTimesAtMost() {
    FlapSettings patient = new FlapSettings(1, 86_400_000, 1, 1_000);
    FlapHistory flapHistory = FlapHistory.UNKNOWN;
    for (int i = 1; i <= 26; i++) {
      flapHistory = flapHistory.markedDown(7, 1_000, patient);
      long doubled = i == 1 ? 0 : 1_000 + (1L << Math.min(20, i - 2));
      assertThat(flapHistory.mayComeUpMillis(7, 1_000, patient)).isEqualTo(doubled);
    }
  }

  @Test
  void nothingIsForgottenAtTheMomentOfTheJudgement() {
    FlapHistory laggy = new FlapHistory(7, List.of(1L), 800, 500, 10_000);
    FlapSettings hasty = new FlapSettings(2, 100, 10, 1);
    assertThat(laggy.extraGraceMillis(10_000, hasty)).isEqualTo(400);
    assertThat(laggy.extraGraceMillis(10_001, hasty)).isEqualTo(200);
  }

  @Test
  void theExtraGraceHalvesWithEachLife() {
    FlapHistory laggy = new FlapHistory(7, List.of(1L), 800, 500, 10_000);
    assertThat(laggy.extraGraceMillis(10_000, SETTINGS)).isEqualTo(400);
    FlapHistory always = new FlapHistory(7, List.of(1L), 60_000, 1_000, 10_000);
    assertThat(always.extraGraceMillis(10_000, SETTINGS)).isEqualTo(60_000);
    assertThat(laggy.extraGraceMillis(10_999, SETTINGS)).isEqualTo(400);
    assertThat(laggy.extraGraceMillis(11_000, SETTINGS)).isEqualTo(200);
    assertThat(laggy.extraGraceMillis(13_000, SETTINGS)).isEqualTo(50);
    assertThat(laggy.extraGraceMillis(9_000, SETTINGS)).as("a clock went back").isEqualTo(400);
    assertThat(laggy.extraGraceMillis(10_000 + 64_000, SETTINGS)).isZero();
  }
}
