package io.pando.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools that change under load. A seed that found a bug stays here. */
class PoolChangeTest {
  @ParameterizedTest
  @ValueSource(longs = {3, 5, 7})
  void nothingIsLostWhileGroupsSplitAndMergeAndMove(long seed) {
    check(seed, SimSettings.Store.HEAP, Replication.PRIMARY);
  }

  @ParameterizedTest
  @ValueSource(longs = {1})
  void norOnTheStoresOfProduction(long seed) {
    check(seed, SimSettings.Store.RAW, Replication.PRIMARY);
  }

  @ParameterizedTest
  @ValueSource(longs = {2})
  void norInAChain(long seed) {
    check(seed, SimSettings.Store.HEAP, Replication.CHAIN);
  }

  private static void check(long seed, SimSettings.Store store, Replication replication) {
    PoolChangeStorm.Outcome outcome = PoolChangeStorm.of(seed, 5, store, replication);
    assertThat(outcome.violations())
        .as("seed %s; last events:%n%s", seed, String.join("\n", outcome.lastEvents()))
        .isEmpty();
    assertThat(outcome.listings()).isPositive();
  }
}
