package io.pando.sim.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.sim.mutant.surgery.Form;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.Slip;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Mistakes that are drawn by chance can be planted, are the same again, and are noticed. */
class RandomMutantsTest {
  private static Slip slip(Mutant mutant) {
    return ((Form.At) mutant.cuts().getFirst().form()).slip();
  }

  @Test
  void aSeedDrawsTheSameMutantsAgainAndAnotherSeedDrawsOthers() {
    List<Mutant> drawn = RandomMutants.draw(50, 7);
    assertThat(drawn).hasSize(50).isEqualTo(RandomMutants.draw(50, 7));
    assertThat(RandomMutants.draw(50, 8)).isNotEqualTo(drawn);
  }

  @Test
  void allKindsAreDrawn() {
    Set<Slip> kinds =
        RandomMutants.draw(1_500, 1).stream()
            .map(RandomMutantsTest::slip)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Slip.class)));
    assertThat(kinds).isEqualTo(EnumSet.allOf(Slip.class));
  }

  @Test
  void whatIsNoMistakeIsNotDrawn() {
    List<String> swapped =
        RandomMutants.draw(3_000, 1).stream()
            .filter(mutant -> slip(mutant) == Slip.ARGUMENTS_SWAPPED)
            .map(Mutant::mistake)
            .toList();
    assertThat(swapped).isNotEmpty().noneMatch(it -> it.contains("Math.m"));
  }

  @Test
  void allCanBePlantedAndChangeNothingUntilOneIsOn() {
    // The classes are verified when the laboratory opens.
    List<Mutant> drawn = RandomMutants.draw(400, 3);
    Laboratory laboratory = new Laboratory(drawn);
    Laboratory.Dry dry = laboratory.dryRun(5, "calm");
    assertThat(dry.violations()).isEmpty();
    assertThat(dry.passed()).isNotEmpty();
    int noticed = 0;
    for (Mutant mutant : drawn.stream().filter(it -> dry.passed().contains(it.name())).toList()) {
      Laboratory.Outcome outcome = laboratory.run(mutant, 5, "calm");
      assertThat(outcome.reached()).as(mutant.mistake()).isPositive();
      noticed += outcome.violations().isEmpty() ? 0 : 1;
      if (noticed == 5) {
        return;
      }
    }
    assertThat(noticed).as("mistakes that a calm run notices").isGreaterThanOrEqualTo(5);
  }
}
