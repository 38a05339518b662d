package io.pando.sim.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.sim.mutant.surgery.Mutant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checks are checked: every planted bug is noticed within 200 seeds of its profile, by a seed
 * that shows nothing wrong without it. The seed that the table names is tried first; it is another
 * one when something changed that draws by chance.
 */
class MutantsTest {
  private static final int MOST_SEEDS = 200;

  /** Those that are not in use: each is for one thread at a time. */
  private static final Queue<Laboratory> LABORATORIES = new ConcurrentLinkedQueue<>();

  static List<Mutant> all() {
    return Mutants.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  @Execution(ExecutionMode.CONCURRENT)
  void isNoticed(Mutant mutant) {
    List<Long> seeds = new ArrayList<>(List.of(mutant.seed()));
    LongStream.rangeClosed(1, MOST_SEEDS).filter(seed -> seed != mutant.seed()).forEach(seeds::add);
    Laboratory free = LABORATORIES.poll();
    Laboratory laboratory = free == null ? new Laboratory(Mutants.all()) : free;
    Hunt.Result result = new Hunt(laboratory, System::nanoTime).of(mutant, seeds);
    LABORATORIES.add(laboratory);
    assertThat(result.caught())
        .as("%s (%s): reached %d times", mutant, mutant.mistake(), result.effort().reached())
        .isTrue();
  }

  @Test
  void thereAreEnoughAndEachHasASeed() {
    assertThat(all())
        .hasSizeGreaterThanOrEqualTo(70)
        .allSatisfy(mutant -> assertThat(mutant.seed()).isBetween(1L, (long) MOST_SEEDS));
  }
}
