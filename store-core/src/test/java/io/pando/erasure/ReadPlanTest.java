package io.pando.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.random.Random64;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A plan reads a smallest and cheapest set of fragments: no other subset of those alive is better.
 */
class ReadPlanTest {
  private static final CodeParameters LRC = new CodeParameters(Technique.LRC, 4, 2, 3);

  static Stream<CodeParameters> smallCodes() {
    return Stream.of(
        CodeParameters.of(4, 2),
        CodeParameters.of(6, 3),
        new CodeParameters(Technique.ISA_CAUCHY, 5, 3, 0),
        LRC,
        new CodeParameters(Technique.LRC, 6, 2, 4),
        new CodeParameters(Technique.LRC, 4, 4, 4),
        new CodeParameters(Technique.LRC, 6, 3, 3),
        new CodeParameters(Technique.LRC, 4, 4, 2),
        new CodeParameters(Technique.LRC, 6, 3, 9));
  }

  private static ReadPlan.Decodable plan(
      CodeParameters parameters, Positions wanted, Positions alive) {
    return (ReadPlan.Decodable) LinearCode.of(parameters, new PlainKernel()).plan(wanted, alive);
  }

  @ParameterizedTest
  @MethodSource("smallCodes")
  void noOtherSubsetIsSmallerOrCheaper(CodeParameters parameters) {
    ErasureCode code = LinearCode.of(parameters, new PlainKernel());
    Subspaces subspaces = new Subspaces(parameters);
    Positions[] determined = new Positions[1 << code.positions()];
    for (int bits = 0; bits < determined.length; bits++) {
      determined[bits] = subspaces.determinedBy(new Positions(bits));
    }
    Random64 random = new Random64(6);
    Positions all = Positions.first(code.positions());
    for (int round = 0; round < 1500; round++) {
      Positions lost = quarter(all, random);
      Positions wanted = random.oneIn(2) ? lost : some(all, random);
      Positions alive = all.minus(lost);
      int[] costs = new int[code.positions()];
      for (int position : all.toList()) {
        costs[position] = random.nextInt(3);
      }
      ReadCosts cost = position -> costs[position];
      Positions best = best(determined, wanted, alive, cost);
      switch (code.plan(wanted, alive, cost)) {
        case ReadPlan.NotDecodable not ->
            assertThat(not.undetermined())
                .isEqualTo(wanted.minus(determined[alive.bits()]))
                .isNotEqualTo(Positions.NONE);
        case ReadPlan.Decodable plan -> {
          assertThat(determined[plan.read().bits()].containsAll(wanted)).isTrue();
          assertThat(plan.read().size()).as("%s of %s", wanted, alive).isEqualTo(best.size());
          if (wanted.intersection(alive).isEmpty()) {
            assertThat(sum(plan.read(), cost)).isEqualTo(sum(best, cost));
          }
        }
      }
    }
  }

  /** Each of the positions with a chance of one in four. */
  private static Positions quarter(Positions all, Random64 random) {
    return Positions.of(all.stream().filter(position -> random.oneIn(4)).toArray());
  }

  private static Positions some(Positions all, Random64 random) {
    Positions some = quarter(all, random);
    return some.isEmpty() ? Positions.of(0) : some;
  }

  private static Positions best(
      Positions[] determined, Positions wanted, Positions alive, ReadCosts costs) {
    Positions best = alive;
    for (int bits = alive.bits(); bits != 0; bits = (bits - 1) & alive.bits()) {
      Positions read = new Positions(bits);
      boolean isBetter =
          read.size() < best.size()
              || (read.size() == best.size() && sum(read, costs) < sum(best, costs));
      if (isBetter && determined[bits].containsAll(wanted)) {
        best = read;
      }
    }
    return wanted.isEmpty() ? Positions.NONE : best;
  }

  private static int sum(Positions positions, ReadCosts costs) {
    return positions.stream().map(costs::of).sum();
  }

  @Test
  void oneLossIsComputedWithinItsGroup() {
    Positions all = Positions.first(8);
    for (int lost = 0; lost < 8; lost++) {
      assertThat(plan(LRC, Positions.of(lost), all.without(lost)).read().size())
          .isLessThanOrEqualTo(3);
    }
    CodeParameters wide = new CodeParameters(Technique.LRC, 8, 4, 3);
    assertThat(plan(wide, Positions.of(5), Positions.first(16).without(5)).read())
        .isEqualTo(Positions.of(4, 6, 7));
  }

  @Test
  void severalLossesShareOneReading() {
    assertThat(plan(CodeParameters.of(4, 2), Positions.of(1, 5), Positions.of(0, 2, 3, 4)).read())
        .isEqualTo(Positions.of(0, 2, 3, 4));
    assertThat(plan(LRC, Positions.of(0, 1), Positions.first(8).minus(Positions.of(0, 1))).read())
        .matches(read -> read.size() <= 4);
  }

  @Test
  void whatIsAliveIsRead() {
    ReadPlan.Decodable plan = plan(CodeParameters.of(4, 2), Positions.of(1, 2), Positions.first(6));
    assertThat(plan.read()).isEqualTo(Positions.of(1, 2));
    assertThat(plan.computed()).isEqualTo(Positions.NONE);
    assertThat(plan.transform().from()).isEqualTo(Positions.NONE);
  }

  @Test
  void cheaperFragmentsArePreferred() {
    ErasureCode code = LinearCode.of(CodeParameters.of(4, 2), new PlainKernel());
    ReadPlan plan =
        code.plan(
            Positions.of(0), Positions.first(6).without(0), position -> position == 1 ? 1 : 0);
    assertThat(((ReadPlan.Decodable) plan).read()).isEqualTo(Positions.of(2, 3, 4, 5));
  }

  /** With many positions not all small circuits are known; the groups are. */
  @Test
  void groupsOfLargeCodesAreUsed() {
    CodeParameters large = new CodeParameters(Technique.LRC, 16, 4, 5);
    assertThat(large.positions()).isEqualTo(CodeParameters.MOST_WITH_GROUPS);
    Positions all = Positions.first(24);
    assertThat(plan(large, Positions.of(7), all.without(7)).read())
        .isEqualTo(Positions.of(6, 8, 9, 10, 11));
    assertThat(plan(large, Positions.of(0, 1), all.minus(Positions.of(0, 1))).read().size())
        .isLessThanOrEqualTo(16);
    assertThat(LinearCode.of(large, new PlainKernel()).alwaysDecodes()).isBetween(16, 20);
  }
}
