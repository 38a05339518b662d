package io.pando.sim.scale;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A journal that was left is applied by each successor. */
class ReplayRunTest {
  @Test
  void everySuccessorHasAllRows() {
    ReplayRun run = new ReplayRun(2, 1);
    assertThat(run.updates()).isGreaterThan(100);
    assertThat(run.bytes()).isGreaterThan(run.updates() * 50);
    long rows = run.replay();
    assertThat(rows).isGreaterThan(100);
    assertThat(run.replay()).isEqualTo(rows);
  }
}
