package io.pando.sim.locks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients and servers of locks, with failures. */
class LocksTogetherTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void locksExcludeAndEveryCallEnds(long seed) {
    LockWorld world = new LockWorld(seed, 3, 60);
    world.run(6_000);
    world.end();
    assertThat(world.counted("done")).isGreaterThan(500);
    assertThat(world.counted("EAGAIN")).isPositive();
    assertThat(world.counted("EDEADLK")).isPositive();
    assertThat(world.counted("EINTR")).isPositive();
    assertThat(world.counted("crash")).isPositive();
    assertThat(world.counted("eviction")).isPositive();
    assertThat(world.counted("lost")).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void manyFailures(long seed) {
    LockWorld world = new LockWorld(seed, 4, 12);
    world.run(4_000);
    world.end();
    assertThat(world.counted("done")).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22})
  void withoutFailuresNothingIsLost(long seed) {
    LockWorld world = new LockWorld(seed, 4, Integer.MAX_VALUE);
    world.run(4_000);
    world.end();
    assertThat(world.counted("EIO")).isZero();
    assertThat(world.counted("lost")).isZero();
  }
}
