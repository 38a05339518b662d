package io.pando.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SimWorldTest {
  private final SimWorld world = new SimWorld(1);
  private int steps;

  @Test
  void endsWhatNeverEnds() {
    world.limitSteps(100);
    world.at(0, this::again);
    assertThatThrownBy(() -> world.runFor(1_000_000_000))
        .isInstanceOf(SimWorld.EndlessException.class)
        .hasMessageContaining("100 steps");
    assertThat(steps).isEqualTo(100);
  }

  @Test
  void endsWhatGoesAroundAtOneInstant() {
    world.at(7, this::again);
    assertThatThrownBy(() -> world.runFor(1_000_000_000))
        .isInstanceOf(SimWorld.EndlessException.class);
    assertThat(world.nowNanos()).isEqualTo(7);
  }

  @Test
  void takesAsManyStepsAsItMay() {
    world.limitSteps(2);
    world.at(1, () -> steps++);
    world.at(2, () -> steps++);
    world.runFor(10);
    assertThat(steps).isEqualTo(2);
    assertThat(world.nowNanos()).isEqualTo(10);
  }

  private void again() {
    steps++;
    world.at(world.nowNanos(), this::again);
  }
}
