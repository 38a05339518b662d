package io.pando.osd.pg.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Requests in whatever order reads end, updates are committed, and objects come and go. */
class OperationsModelTest {
  private static final int SEEDS = 150;

  @Test
  void requestsOnAnObjectAreCarriedOutInOrderAndAnsweredOnce() {
    int answered = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      OperationsModel model = new OperationsModel(seed);
      for (int i = 0; i < 250; i++) {
        model.step();
      }
      model.finish();
      answered += model.answered();
    }
    assertThat(answered).isGreaterThan(50 * SEEDS);
  }

  @Test
  void anIntervalMayEndAtAnyMoment() {
    for (int seed = 1_000; seed < 1_000 + SEEDS; seed++) {
      OperationsModel model = new OperationsModel(seed);
      for (int i = 0; i < seed % 120; i++) {
        model.step();
      }
      model.end();
    }
  }
}
