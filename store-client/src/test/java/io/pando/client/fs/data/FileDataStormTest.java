package io.pando.client.fs.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random requests against a model, with calls that are executed and answered in any order. */
class FileDataStormTest {
  private static final int RUNS = 15;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void readsSeeWritesAndNothingIsLost(long part) {
    for (long seed = part * RUNS; seed < (part + 1) * RUNS; seed++) {
      new FileDataStorm(seed, 0).run();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void everyRequestIsAnsweredWhenCallsFail(long part) {
    long told = 0;
    for (long seed = part * RUNS; seed < (part + 1) * RUNS; seed++) {
      FileDataStorm storm = new FileDataStorm(seed, 20);
      storm.run();
      told += storm.errorsTold();
    }
    assertThat(told).isPositive();
  }
}
