package io.pando.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.sim.audit.Violation;
import io.pando.sim.plan.Profile;
import io.pando.sim.run.RunOutcome;
import io.pando.sim.run.RunTotals;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The last lines of a soak tell every broken promise. */
class SoakSummaryTest {
  private static final long CPU_SECOND = 1_000_000_000;

  private final SoakSummary summary = new SoakSummary("abc1234", _ -> null);

  private static RunOutcome outcome(long seed, Violation... violations) {
    return new RunOutcome(
        seed,
        Profile.REFILL,
        "",
        List.of(violations),
        new RunOutcome.Figures(new RunOutcome.Extent(1, 1, 1, 1), new TreeMap<>(), new TreeMap<>()),
        new RunOutcome.Traced(1, List.of()));
  }

  private static SoakSummary.Part part(boolean fresh, RunOutcome... outcomes) {
    RunTotals totals = new RunTotals();
    for (RunOutcome outcome : outcomes) {
      totals.add(outcome);
    }
    return new SoakSummary.Part(
        Profile.REFILL, fresh, outcomes[0].seed(), totals.sum(), 4 * CPU_SECOND);
  }

  @Test
  void countsViolationsOfAllPartsAndTellsHowToRepeatThem() {
    Violation lost = new Violation(Violation.Kind.NOT_LINEARIZABLE, "lost");
    summary.add(part(false, outcome(1), outcome(2, lost, lost)));
    summary.add(part(true, outcome(700), outcome(701, lost)));
    assertThat(summary.violations()).isEqualTo(3);
    assertThat(summary.lines())
        .anyMatch(line -> line.matches("refill +kept +1..2 +2 +0.50"))
        .anyMatch(line -> line.matches("refill +fresh +700..701 +1 +0.50"))
        .contains(
            "again: pando sim --seed 2 --profile refill --trace 4000",
            "again: pando sim --seed 701 --profile refill --trace 4000")
        .endsWith("soak of commit abc1234: 3 violations in 4 seeds");
    assertThat(summary.json().map())
        .containsEntry("violations", 3L)
        .containsEntry("interrupted", false);
  }

  @Test
  void tellsThatItWasInterrupted() {
    summary.add(part(false, outcome(1)));
    summary.cutOff();
    assertThat(summary.lines())
        .endsWith("soak of commit abc1234, interrupted: 0 violations in 1 seeds");
  }
}
