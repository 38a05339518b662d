package io.pando.osd.pg.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Replicas get what they lack, in whatever order things happen, and while objects are changed. */
class RecoveryModelTest {
  private static final int SEEDS = 300;

  @Test
  void allHaveEverythingInTheEnd() {
    int copied = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      RecoveryModel model = new RecoveryModel(seed);
      for (int i = 0; i < 600; i++) {
        model.step();
      }
      model.finish();
      copied += model.copied();
    }
    assertThat(copied).isGreaterThan(3 * SEEDS);
  }
}
