package io.pando.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PositionsTest {
  @Test
  void positionsAreSets() {
    Positions some = Positions.of(0, 3, 31);
    assertThat(some.toList()).containsExactly(0, 3, 31);
    assertThat(some).hasToString("[0, 3, 31]");
    assertThat(some.indexOf(31)).isEqualTo(2);
    assertThat(Positions.first(32).size()).isEqualTo(32);
    assertThat(Positions.first(32).minus(some).size()).isEqualTo(29);
    assertThat(Positions.first(0)).isEqualTo(Positions.NONE);
    assertThat(some.with(1).without(0).intersection(Positions.first(4)))
        .isEqualTo(Positions.of(1, 3));
  }
}
