package io.pando.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.sim.audit.Violation;
import io.pando.sim.plan.Plan;
import io.pando.sim.plan.Profile;
import io.pando.sim.plan.SmallerPlans;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShrinkTest {
  private static final long SEED = 1;

  /** Runs fail here by what they take, which a smaller plan takes less of. */
  private static final long FEW_STEPS = 15_000;

  @Test
  void aSoundRunIsNotShrunk() {
    assertThat(Shrink.of(1, Profile.CALM, 10, plan -> {})).isEmpty();
  }

  @Test
  void whatIsLeftFailsInTheSameWayAndNothingMoreCanGo() {
    List<String> plans = new ArrayList<>();
    Shrink.Result result = Shrink.of(SEED, Profile.QUICK, 400, FEW_STEPS, plans::add).orElseThrow();
    assertThat(plans).isNotEmpty();
    assertThat(result.outcome().plan()).isEqualTo(plans.getLast());
    assertThat(result.outcome().violations())
        .first()
        .extracting(Violation::kind)
        .isEqualTo(Violation.Kind.ENDLESS);
    assertThat(result.outcome().figures().troubles()).hasSizeLessThanOrEqualTo(2);
    assertThat(result.story()).hasSizeLessThanOrEqualTo(60);
  }

  @Test
  void itGivesUpAfterSoManyRuns() {
    Shrink.Result result = Shrink.of(SEED, Profile.QUICK, 5, FEW_STEPS, plan -> {}).orElseThrow();
    assertThat(result.runs()).isLessThanOrEqualTo(7);
  }

  @Test
  void everySmallerPlanIsAnotherOne() {
    for (long seed = 1; seed <= 50; seed++) {
      Plan plan = Plan.draw(seed, Profile.SWARM);
      assertThat(SmallerPlans.of(plan)).isNotEmpty().doesNotContain(plan);
    }
  }
}
