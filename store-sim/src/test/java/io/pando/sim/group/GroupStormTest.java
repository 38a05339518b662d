package io.pando.sim.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One group under adverse orders of everything. A seed that found a bug stays here. */
class GroupStormTest {
  @ParameterizedTest
  @EnumSource
  void keepsToTheSequentialModel(Replication replication) {
    long operations = 0;
    long known = 0;
    for (long seed = 1; seed <= 60; seed++) {
      GroupStorm.Tally tally = storm(seed, 2 + (int) (seed % 3), replication, false);
      operations += tally.operations();
      known += tally.known();
    }
    assertThat(known).isGreaterThan(operations / 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void soWhileTheWayOfReplicationChanges(int size) {
    for (long seed = 1; seed <= 30; seed++) {
      storm(seed, size, Replication.PRIMARY, true);
    }
  }

  /** A failure that was not remembered let the update before overtake the one behind it. */
  @ParameterizedTest
  @ValueSource(longs = {10})
  void anUpdateIsNotExecutedBeforeTheOneItFollows(long seed) {
    storm(seed, 2 + (int) (seed % 3), Replication.CHAIN, false);
  }

  /** The failure of an attempt was taken for the end of a later one, which succeeded. */
  @ParameterizedTest
  @ValueSource(longs = {34})
  void aFailureIsTheEndOfItsOwnAttemptAlone(long seed) {
    storm(seed, 2 + (int) (seed % 3), Replication.CHAIN, false);
  }

  private static GroupStorm.Tally storm(
      long seed, int size, Replication replication, boolean changing) {
    try {
      return GroupStorm.of(seed, size, replication, changing);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ", size " + size + ", " + replication, e);
    }
  }
}
