package io.pando.bench.study.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bench.study.plan.Figure;
import io.pando.bench.study.plan.StudyPlan;
import io.pando.bench.study.plan.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ConclusionTest {
  private static final StudyPlan PLAN = StudyPlan.of(1, "vector");

  /** The paper's own figures as those of a system. */
  private static Results paper() {
    List<StudyResult> results = new ArrayList<>();
    for (PaperPool pool : PaperPool.all()) {
      for (int lost = 1; lost <= pool.recoveryMinutes().size(); lost++) {
        String name = pool.caseName(lost);
        results.add(
            StudyResult.of(
                "paper",
                PLAN.cases().stream()
                    .filter(it -> it.name().equals(name))
                    .findFirst()
                    .orElseThrow(),
                Map.of(
                    Figure.WRITE_BYTES_PER_SECOND,
                    pool.writeMegabytes() * 1e6,
                    Figure.CHECKING_SECONDS,
                    0.0,
                    Figure.REBUILDING_SECONDS,
                    pool.recoveryMinutes().get(lost - 1) * 60),
                List.of(),
                ""));
      }
    }
    return new Results(PLAN, results);
  }

  @Test
  void thePapersRatiosAreThoseOfItsFigures() {
    for (Conclusion conclusion : Conclusion.all()) {
      OptionalDouble ratio = conclusion.ratio(paper(), "paper");
      if (!Double.isNaN(conclusion.paperRatio())) {
        assertThat(ratio.orElseThrow())
            .as(conclusion.sentence())
            .isCloseTo(conclusion.paperRatio(), org.assertj.core.data.Offset.offset(1e-9));
      }
    }
  }

  /** By its own figures one conclusion of the paper does not hold: 6+2 was faster than 8+3. */
  @Test
  void thePapersFiguresBearOutMostOfItsConclusions() {
    assertThat(Conclusion.all())
        .filteredOn(it -> it.verdict(it.ratio(paper(), "paper")) == Conclusion.Verdict.FAILS)
        .extracting(Conclusion::sentence)
        .containsExactly("Less overhead recovers slower: 6+2 than 8+3", "the same, rebuilding");
  }

  @Test
  void aRatioNearOneIsNoDifference() {
    Conclusion greater = Conclusion.all().getFirst();
    assertThat(greater.verdict(OptionalDouble.of(1.2))).isEqualTo(Conclusion.Verdict.HOLDS);
    assertThat(greater.verdict(OptionalDouble.of(1.05)))
        .isEqualTo(Conclusion.Verdict.NO_DIFFERENCE);
    assertThat(greater.verdict(OptionalDouble.of(0.95)))
        .isEqualTo(Conclusion.Verdict.NO_DIFFERENCE);
    assertThat(greater.verdict(OptionalDouble.of(0.8))).isEqualTo(Conclusion.Verdict.FAILS);
    assertThat(greater.verdict(OptionalDouble.empty())).isEqualTo(Conclusion.Verdict.UNKNOWN);
    Conclusion equal = Conclusion.all().get(1);
    assertThat(equal.verdict(OptionalDouble.of(1.05))).isEqualTo(Conclusion.Verdict.HOLDS);
    assertThat(equal.verdict(OptionalDouble.of(0.8))).isEqualTo(Conclusion.Verdict.FAILS);
  }
}
