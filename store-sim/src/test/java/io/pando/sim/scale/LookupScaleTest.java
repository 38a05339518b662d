package io.pando.sim.scale;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What cold lookups and names beside the first one cost. */
class LookupScaleTest {
  @Test
  void coldLookupReadsOneRow() {
    LookupRun.Result result = new LookupRun(20_000, 500, 1).run();
    assertThat(result.reads()).isLessThanOrEqualTo(500);
    assertThat(result.rows()).as("the directory is not loaded").isLessThan(510);
    assertThat(500 / result.seconds()).isGreaterThan(1_000);
  }

  @Test
  void namesBesideTheFirstOneAreCheap() {
    LinkedWalkRun.Result result = new LinkedWalkRun(100, 17).run();
    assertThat(result.walkRatio()).isLessThanOrEqualTo(1.34);
    assertThat(result.linkRatio()).isLessThanOrEqualTo(1.5);
  }
}
