package io.pando.sim.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.probe.Probe;
import io.pando.sim.plan.Profile;
import io.pando.sim.run.RunOutcome;
import io.pando.sim.run.SeedRun;
import io.pando.sim.run.TraceView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rare branches bear probes, and runs tell which of them they reached. */
class ProbeCatalogTest {
  @Test
  void holdsTheProbesOfAllModulesUnderDifferentNames() {
    // Reading fails for two of one name, and for a name that is not a literal.
    ProbeCatalog catalog = ProbeCatalog.read();
    assertThat(catalog.places()).hasSizeGreaterThanOrEqualTo(150);
    assertThat(catalog.places().values())
        .contains("OperationLog", "PrimaryPeering", "Objecter", "BootRules");
  }

  @Test
  void aRunTellsWhatItReachedAndNothingElse() {
    RunOutcome outcome = SeedRun.of(1, Profile.SWARM, TraceView.last(0));
    assertThat(outcome.figures().probes()).isNotEmpty();
    assertThat(ProbeCatalog.read().places().keySet())
        .containsAll(outcome.figures().probes().keySet());
    RunOutcome again = SeedRun.of(1, Profile.SWARM, TraceView.last(0));
    assertThat(again.figures().probes()).isEqualTo(outcome.figures().probes());
  }

  @Test
  void nothingIsToldOutsideOfAListener() {
    List<String> told = new ArrayList<>();
    Probe.reached("outside");
    Probe.listen(told::add, () -> Probe.reachedIf(true, "inside"));
    Probe.listen(told::add, () -> Probe.reachedIf(false, "inside"));
    Probe.reached("outside");
    assertThat(told).containsExactly("inside");
  }
}
