package io.pando.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole clusters under virtual time. A seed that found a bug stays here. */
class SimRunTest {
  private static final SimRun.Settings QUIET =
      new SimRun.Settings(new SimCluster.Shape(3, 3, 2), 3, 8, 0);
  private static final SimRun.Settings CRASHES =
      new SimRun.Settings(new SimCluster.Shape(3, 4, 2), 8, 8, 4);

  @Test
  void aHealthyClusterKeepsWhatItAcknowledges() {
    SimRun.Outcome outcome = SimRun.of(1, QUIET);
    assertThat(outcome.violations()).isEmpty();
    assertThat(outcome.operations()).isGreaterThan(100);
  }

  @Test
  void sameSeedSameTrace() {
    SimRun.Outcome first = SimRun.of(7, CRASHES);
    SimRun.Outcome second = SimRun.of(7, CRASHES);
    assertThat(second.traceHash()).isEqualTo(first.traceHash());
    assertThat(SimRun.of(8, CRASHES).traceHash()).isNotEqualTo(first.traceHash());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void survivesCrashesAndRestarts(long seed) {
    SimRun.Outcome outcome = SimRun.of(seed, CRASHES);
    assertThat(outcome.violations())
        .as("seed %s; last events:%n%s", seed, String.join("\n", outcome.lastEvents()))
        .isEmpty();
  }
}
