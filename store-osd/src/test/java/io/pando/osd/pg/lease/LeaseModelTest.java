package io.pando.osd.pg.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No former primary answers a client once a new one may have made a write visible. */
class LeaseModelTest {
  private static final long LONG = 120_000_000;

  private static LeaseModel after(long seed, LeaseModel.Flaw flaw) {
    LeaseModel model = new LeaseModel(seed, flaw);
    model.run(LONG);
    return model;
  }

  @Test
  void nobodyAnswersByAnOlderInterval() {
    int answers = 0;
    int takeovers = 0;
    for (long seed = 1; seed <= 400; seed++) {
      LeaseModel model = after(seed, LeaseModel.Flaw.NONE);
      assertThat(model.violation).as("seed " + seed).isNull();
      answers += model.answers;
      takeovers += model.takeovers;
    }
    assertThat(answers).isGreaterThan(50_000);
    assertThat(takeovers).isGreaterThan(1_000);
  }

  @ParameterizedTest
  @EnumSource(value = LeaseModel.Flaw.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void eachFlawIsFound(LeaseModel.Flaw flaw) {
    assertThat(LongStream.rangeClosed(1, 400).anyMatch(seed -> after(seed, flaw).violation != null))
        .isTrue();
  }
}
