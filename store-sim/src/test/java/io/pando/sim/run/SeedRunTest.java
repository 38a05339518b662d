package io.pando.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.sim.plan.Profile;
import io.pando.sim.world.SimTrace.Part;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedRunTest {
  @Test
  void sameSeedSameTrace() {
    RunOutcome first = SeedRun.of(4, Profile.QUICK, TraceView.last(0));
    RunOutcome second = SeedRun.of(4, Profile.QUICK, TraceView.last(0));
    assertThat(second).isEqualTo(first);
    assertThat(SeedRun.of(5, Profile.QUICK, TraceView.last(0)).traced().hash())
        .isNotEqualTo(first.traced().hash());
  }

  @Test
  void theRunIsTheSameWhateverIsShownOfIt() {
    List<String> all = new ArrayList<>();
    List<String> notable = new ArrayList<>();
    RunOutcome first = SeedRun.of(4, Profile.QUICK, new TraceView(Part.ALL, 10, all::add));
    RunOutcome second = SeedRun.of(4, Profile.QUICK, new TraceView(Part.NOTABLE, 10, notable::add));
    assertThat(second.traced().hash()).isEqualTo(first.traced().hash());
    assertThat(first.figures().extent().events()).isEqualTo(all.size());
    assertThat(first.traced().last()).isEqualTo(all.subList(all.size() - 10, all.size()));
    assertThat(second.traced().last())
        .isEqualTo(notable.subList(notable.size() - 10, notable.size()));
    assertThat(notable).isNotEmpty().noneMatch(line -> line.contains("Heartbeat["));
    assertThat(all).containsSubsequence(notable);
  }

  @Test
  void withoutTroubleEverythingIsServed() {
    RunOutcome outcome = SeedRun.of(1, Profile.CALM, TraceView.last(0));
    assertThat(outcome.violations()).isEmpty();
    assertThat(outcome.figures().troubles()).isEmpty();
    assertThat(outcome.figures().extent().operations()).isGreaterThan(100);
    assertThat(outcome.figures().extent().told())
        .isGreaterThan(outcome.figures().extent().operations() * 9 / 10);
  }
}
