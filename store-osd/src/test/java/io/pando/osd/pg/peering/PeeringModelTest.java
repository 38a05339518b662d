package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing acknowledged is ever left behind by peering, in whatever order things happen. */
class PeeringModelTest {
  private static final int SEEDS_AT_A_TIME = 500;

  static IntStream hundreds() {
    return IntStream.range(0, 6);
  }

  @ParameterizedTest
  @MethodSource("hundreds")
  void theAuthorityHasEverythingThatWasAcknowledged(int first) {
    int activations = 0;
    int acknowledged = 0;
    int losses = 0;
    for (int i = 0; i < SEEDS_AT_A_TIME; i++) {
      long seed = (long) first * SEEDS_AT_A_TIME + i;
      PeeringModel model = new PeeringModel(seed);
      for (int step = 0; step < 150; step++) {
        model.step();
      }
      assertThat(model.heals())
          .as(() -> "seed " + seed + "\n" + String.join("\n", model.story()))
          .isTrue();
      activations += model.activations();
      acknowledged += model.acknowledged();
      losses += model.losses();
    }
    // A model in which nothing happens would find nothing.
    assertThat(activations).isGreaterThan(2 * SEEDS_AT_A_TIME);
    assertThat(acknowledged).isGreaterThan(SEEDS_AT_A_TIME);
    assertThat(losses).isGreaterThan(SEEDS_AT_A_TIME / 20);
  }
}
