package io.pando.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole clusters under virtual time. A seed that found a bug stays here. */
class SimRunTest {
  private static SimRun.Settings quiet(Replication replication) {
    return new SimRun.Settings(new SimCluster.Shape(3, 3, 2), 3, 8, 0, replication);
  }

  private static SimRun.Settings crashes(Replication replication) {
    return new SimRun.Settings(new SimCluster.Shape(3, 4, 2), 8, 8, 4, replication);
  }

  @ParameterizedTest
  @EnumSource
  void aHealthyClusterKeepsWhatItAcknowledges(Replication replication) {
    SimRun.Outcome outcome = SimRun.of(1, quiet(replication));
    assertThat(outcome.violations()).isEmpty();
    assertThat(outcome.operations()).isGreaterThan(100);
  }

  @Test
  void sameSeedSameTrace() {
    SimRun.Outcome first = SimRun.of(7, crashes(Replication.PRIMARY));
    SimRun.Outcome second = SimRun.of(7, crashes(Replication.PRIMARY));
    assertThat(second.traceHash()).isEqualTo(first.traceHash());
    assertThat(SimRun.of(8, crashes(Replication.PRIMARY)).traceHash())
        .isNotEqualTo(first.traceHash());
  }

  @ParameterizedTest
  @CsvSource({
    "1, PRIMARY", "2, PRIMARY", "3, PRIMARY", "4, PRIMARY", "5, PRIMARY", "6, PRIMARY",
    "1, CHAIN", "2, CHAIN", "3, CHAIN", "4, CHAIN", "5, CHAIN", "6, CHAIN",
    "7, SPLAY", "8, SPLAY", "9, SPLAY", "10, SPLAY", "11, SPLAY", "12, SPLAY"
  })
  void survivesCrashesAndRestarts(long seed, Replication replication) {
    SimRun.Outcome outcome = SimRun.of(seed, crashes(replication));
    assertThat(outcome.violations())
        .as("seed %s; last events:%n%s", seed, String.join("\n", outcome.lastEvents()))
        .isEmpty();
  }
}
