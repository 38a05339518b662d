package io.pando.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Objects whose histories would be hard to judge are left behind. */
class GenerationsTest {
  private final Generations generations = new Generations(2);

  @Test
  void anObjectIsLeftBehindAfterUpdatesOfUnknownEnd() {
    end("o", false);
    assertThat(generations.object("o")).isEqualTo("o");
    end("o", true);
    end("p", false);
    assertThat(generations.object("o")).isEqualTo("o");
    end("o", false);
    assertThat(generations.object("o")).isEqualTo("o~1");
    end("o", false);
    assertThat(generations.object("o")).as("it is left once").isEqualTo("o~1");
    end("o~1", false);
    end("o~1", false);
    assertThat(generations.object("o")).isEqualTo("o~2");
    assertThat(generations.object("p")).isEqualTo("p");
  }

  @Test
  void updatesUnderWayCountAsIfNobodyLearnedHowTheyEnd() {
    end("o", false);
    assertThat(generations.begin("o")).isTrue();
    assertThat(generations.begin("o")).isTrue();
    assertThat(generations.begin("o")).isTrue();
    assertThat(generations.begin("o")).as("four together").isFalse();
    assertThat(generations.begin("p")).isTrue();
    generations.onEnded("o", true);
    assertThat(generations.begin("o")).isTrue();
    generations.onEnded("o", false);
    assertThat(generations.begin("o")).isFalse();
  }

  private void end(String object, boolean known) {
    assertThat(generations.begin(object)).isTrue();
    generations.onEnded(object, known);
  }
}
