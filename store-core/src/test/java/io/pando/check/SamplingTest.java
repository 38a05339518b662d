package io.pando.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplingTest {
  @Test
  void testsCheckThoroughlyAfterEveryNthStep() {
    assertThat(CheckLevel.isThorough()).isTrue();
    Sampling sampling = new Sampling(3);
    assertThat(sampling.isDue()).isFalse();
    assertThat(sampling.isDue()).isFalse();
    assertThat(sampling.isDue()).isTrue();
    assertThat(sampling.isDue()).isFalse();
  }
}
