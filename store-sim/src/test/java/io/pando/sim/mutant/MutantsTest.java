package io.pando.sim.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checks are checked: every planted bug is noticed within 200 seeds of its profile, by a seed
 * that shows nothing wrong without it. The seed that the table names is tried first; it is another
 * one when something changed that draws by chance.
 */
class MutantsTest {
  private static final int MOST_SEEDS = 200;
  private static final Laboratory LABORATORY = new Laboratory(Mutants.all());

  static List<Mutant> all() {
    return Mutants.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void isNoticed(Mutant mutant) {
    List<Long> seeds = new ArrayList<>(List.of(mutant.seed()));
    LongStream.rangeClosed(1, MOST_SEEDS).filter(seed -> seed != mutant.seed()).forEach(seeds::add);
    Hunt.Result result = new Hunt(LABORATORY, System::nanoTime).of(mutant, seeds);
    assertThat(result.caught())
        .as("%s (%s): reached %d times", mutant, mutant.mistake(), result.reached())
        .isTrue();
  }

  @Test
  void thereAreEnoughAndEachHasASeed() {
    assertThat(all())
        .hasSizeGreaterThanOrEqualTo(15)
        .allSatisfy(mutant -> assertThat(mutant.seed()).isBetween(1L, (long) MOST_SEEDS));
  }
}
