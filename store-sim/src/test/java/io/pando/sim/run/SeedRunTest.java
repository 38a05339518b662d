package io.pando.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeedRunTest {
  @Test
  void sameSeedSameTrace() {
    Outcome first = SeedRun.of(4, Profile.QUICK, 0);
    Outcome second = SeedRun.of(4, Profile.QUICK, 0);
    assertThat(second).isEqualTo(first);
    assertThat(SeedRun.of(5, Profile.QUICK, 0).traceHash()).isNotEqualTo(first.traceHash());
  }

  @Test
  void withoutTroubleEverythingIsServed() {
    Outcome outcome = SeedRun.of(1, Profile.CALM, 0);
    assertThat(outcome.violations()).isEmpty();
    assertThat(outcome.troubles()).isEmpty();
    assertThat(outcome.operations()).isGreaterThan(100);
    assertThat(outcome.told()).isGreaterThan(outcome.operations() * 9 / 10);
  }
}
