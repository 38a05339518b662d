package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.ScrubKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a scrub finds, and what becomes of it, while objects are changed and streams break. */
class ScrubModelTest {
  private static final int SEEDS = 60;

  private static void run(ScrubModel model, ScrubKind kind) {
    long number = model.order(kind);
    for (int i = 0; i < 60_000 && !model.isOver(number); i++) {
      model.step();
    }
    assertThat(model.isOver(number)).as("it ends").isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DEEP", "REPAIR"})
  void membersThatAgreeHaveNothingFound(ScrubKind kind) {
    for (int seed = 0; seed < 20; seed++) {
      ScrubModel model = new ScrubModel(seed, true);
      run(model, kind);
      model.checkFindings();
      assertThat(model.found).isZero();
      model.checkRepaired();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DEEP"})
  void whatIsWrongIsFoundAndNothingElse(ScrubKind kind) {
    for (int seed = 100; seed < 100 + SEEDS; seed++) {
      ScrubModel model = new ScrubModel(seed, false);
      model.plant(kind == ScrubKind.DEEP);
      run(model, kind);
      model.checkFindings();
      assertThat(model.found).isEqualTo(model.planted());
      assertThat(model.repaired).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "DEEP", "REPAIR"})
  void whatIsWrongIsRepaired(ScrubKind kind) {
    for (int seed = 200; seed < 200 + SEEDS; seed++) {
      ScrubModel model = new ScrubModel(seed, kind != ScrubKind.REPAIR);
      model.plant(kind != ScrubKind.LIGHT);
      run(model, kind);
      assertThat(model.found).isEqualTo(model.planted());
      model.checkRepaired();
      assertThat(model.repaired).isEqualTo(model.planted());
    }
  }
}
