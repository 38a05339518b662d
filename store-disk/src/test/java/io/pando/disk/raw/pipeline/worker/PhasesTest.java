package io.pando.disk.raw.pipeline.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.disk.raw.pipeline.worker.Worker.Phase;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The transitions of a worker that serves, writes, and flushes. */
class PhasesTest {
  private static Phases at(Phase first) {
    return new Phases("raw", Phases.cycle(Phase.SERVE, Phase.WRITE, Phase.FLUSH), first);
  }

  @ParameterizedTest
  @EnumSource(Phase.class)
  void eachPhaseIsFollowedByTheNextOneOrByServing(Phase next) {
    for (List<Phase> step :
        List.of(
            List.of(Phase.SERVE, Phase.WRITE),
            List.of(Phase.WRITE, Phase.FLUSH),
            List.of(Phase.FLUSH, Phase.SERVE))) {
      Phases phases = at(step.getFirst());
      if (next == Phase.SERVE || next == step.getLast()) {
        phases.enter(next);
        assertThat(phases.now()).isEqualTo(next);
      } else {
        assertThatThrownBy(() -> phases.enter(next))
            .isInstanceOf(Invariant.BrokenInvariant.class)
            .hasMessage("raw: no transition from %s to %s".formatted(step.getFirst(), next));
        assertThat(phases.is(step.getFirst())).isTrue();
      }
    }
  }
}
