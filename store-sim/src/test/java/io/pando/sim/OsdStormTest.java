package io.pando.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Storms over whole clusters. A seed that found a bug, or finds a planted one, stays here. */
class OsdStormTest {
  @ParameterizedTest
  @ValueSource(longs = {3, 6, 9, 14, 16, 22, 226})
  void nothingAcknowledgedIsLost(long seed) {
    check(seed, Replication.PRIMARY);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 6, 9, 14, 16})
  void nothingAcknowledgedIsLostInAChain(long seed) {
    check(seed, Replication.CHAIN);
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 6, 9, 14, 16})
  void nothingAcknowledgedIsLostWhereTheLastOneCollects(long seed) {
    check(seed, Replication.SPLAY);
  }

  private static void check(long seed, Replication replication) {
    OsdStorm.Outcome outcome = OsdStorm.of(seed, 5, replication);
    assertThat(outcome.violations())
        .as("seed %s; last events:%n%s", seed, String.join("\n", outcome.lastEvents()))
        .isEmpty();
  }
}
