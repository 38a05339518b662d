package io.pando.osd.pg.recovery.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rebuilding ends in whatever order things happen: members get the right fragments, or too few are
 * left; no member is asked without end, and no message grows with the object.
 */
class RebuildingTest {
  private static final int SEEDS = 300;

  static Stream<CodeParameters> codes() {
    return Stream.of(
        CodeParameters.of(2, 1),
        CodeParameters.of(4, 2),
        CodeParameters.of(3, 3),
        new CodeParameters(Technique.LRC, 4, 2, 3));
  }

  @ParameterizedTest
  @MethodSource("codes")
  void membersGetTheirFragmentsOrTooFewAreLeft(CodeParameters parameters) {
    int delivered = 0;
    int unfound = 0;
    int refused = 0;
    int readmissions = 0;
    int patches = 0;
    int mended = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      RebuildModel model = new RebuildModel(seed, parameters);
      try {
        for (int i = 0; i < 400; i++) {
          model.step();
        }
        model.finish();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
      delivered += model.delivered.size();
      unfound += model.unfound.size();
      refused += model.refused.size();
      readmissions += model.sentMessages().readmissions();
      patches += model.sentMessages().patches();
      mended += model.mended();
    }
    assertThat(delivered).isGreaterThan(SEEDS);
    assertThat(unfound).isGreaterThan(SEEDS / 10);
    assertThat(refused).isPositive();
    assertThat(readmissions).isPositive();
    assertThat(patches).isGreaterThan(SEEDS / 10);
    assertThat(mended).isGreaterThan(SEEDS / 50);
  }
}
