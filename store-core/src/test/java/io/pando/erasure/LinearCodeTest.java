package io.pando.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.field.Gf256;
import io.pando.erasure.field.GfMatrix;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Codes decode whatever their matrix allows, and a delta of parity is what a new encoding gives.
 */
class LinearCodeTest {
  private static final int MOST_K = 8;
  private static final int MOST_M = 4;

  static Stream<CodeParameters> codes() {
    return Arrays.stream(Technique.values()).flatMap(LinearCodeTest::codesOf);
  }

  static Stream<CodeParameters> codesWithoutGroups() {
    return codes().filter(parameters -> parameters.groups() == 0);
  }

  static Stream<CodeParameters> codesWithGroups() {
    return codesOf(Technique.LRC);
  }

  private static Stream<CodeParameters> codesOf(Technique technique) {
    List<CodeParameters> found = new ArrayList<>();
    for (int k = 2; k <= MOST_K; k++) {
      for (int m = 1; m <= MOST_M; m++) {
        int most = technique == Technique.LRC ? k + m : 0;
        for (int l = 0; l <= most; l++) {
          CodeParameters parameters = new CodeParameters(technique, k, m, l);
          if (parameters.refusal().isEmpty()) {
            found.add(parameters);
          }
        }
      }
    }
    return found.stream();
  }

  private static LinearCode code(CodeParameters parameters) {
    return LinearCode.of(parameters, new PlainKernel());
  }

  @Test
  void allTechniquesHaveCodes() {
    assertThat(codesWithoutGroups()).hasSize(3 * (MOST_K - 1) * MOST_M);
    assertThat(codesWithGroups()).hasSizeGreaterThan(30);
  }

  @ParameterizedTest
  @MethodSource("codesWithoutGroups")
  void everyChoiceOfKFragmentsDecodes(CodeParameters parameters) {
    ErasureCode code = code(parameters);
    byte[][] fragments = Fragments.random(code, 16, new Random64(1));
    Positions all = Positions.first(code.positions());
    assertThat(code.alwaysDecodes()).isEqualTo(parameters.k());
    for (int bits = 0; bits < 1 << code.positions(); bits++) {
      Positions alive = new Positions(bits);
      if (alive.size() == parameters.k()) {
        assertThat(code.decodes(alive)).isTrue();
        checkDecoded(code, fragments, alive, all);
      } else if (alive.size() == parameters.k() - 1) {
        assertThat(code.decodes(alive)).isFalse();
        assertThat(code.plan(all, alive)).isEqualTo(new ReadPlan.NotDecodable(all.minus(alive)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codesWithGroups")
  void groupsDecodeWhatTheirSpanAllowsAndNothingElse(CodeParameters parameters) {
    LinearCode code = code(parameters);
    Subspaces subspaces = new Subspaces(parameters);
    byte[][] fragments = Fragments.random(code, 8, new Random64(2));
    Positions all = Positions.first(code.positions());
    Random64 random = new Random64(3);
    boolean sampled = code.positions() > 12;
    int most = -1;
    for (int round = 0; round < (sampled ? 4000 : 1 << code.positions()); round++) {
      int bits = sampled ? (int) random.nextLong() & all.bits() : round;
      Positions alive = new Positions(bits);
      Positions determined = subspaces.determinedBy(alive);
      assertThat(code.decodes(alive)).as("%s", alive).isEqualTo(determined.equals(all));
      if (determined.equals(all)) {
        checkDecoded(code, fragments, alive, all);
      } else {
        most = Math.max(most, alive.size());
        assertThat(code.plan(all, alive))
            .isEqualTo(new ReadPlan.NotDecodable(all.minus(determined)));
        checkDecoded(code, fragments, alive, determined);
      }
    }
    assertThat(code.alwaysDecodes()).isGreaterThan(most);
    if (!sampled) {
      assertThat(code.alwaysDecodes()).isEqualTo(most + 1);
    }
  }

  /** Reads only what the plan says, and compares what its transform gives. */
  private static void checkDecoded(
      ErasureCode code, byte[][] fragments, Positions alive, Positions wanted) {
    ReadPlan.Decodable plan = (ReadPlan.Decodable) code.plan(wanted, alive);
    assertThat(alive.containsAll(plan.read())).isTrue();
    assertThat(plan.read().containsAll(plan.transform().from())).isTrue();
    assertThat(plan.read().size()).isLessThanOrEqualTo(code.parameters().k());
    assertThat(plan.read().union(plan.computed()).containsAll(wanted)).isTrue();
    assertThat(plan.computed().intersection(plan.read())).isEqualTo(Positions.NONE);
    byte[][] computed = Fragments.empty(code, fragments[0].length);
    FragmentTransform transform = plan.transform();
    transform
        .coder()
        .overwrite(
            Fragments.rows(fragments, transform.from()),
            Fragments.rows(computed, transform.to()),
            fragments[0].length);
    plan.computed()
        .forEach(position ->
            assertThat(computed[position])
                .as("%s of %s", position, plan)
                .isEqualTo(fragments[position]));
  }

  @ParameterizedTest
  @MethodSource("codes")
  void degenerateDataAreEncodedAndDecoded(CodeParameters parameters) {
    ErasureCode code = code(parameters);
    Positions lost = Positions.of(0, parameters.m() > 1 ? 1 : 0);
    Positions all = Positions.first(code.positions());
    for (int length : new int[] {0, 1, 7, 63, 64, 65, 10_000}) {
      for (int value : new int[] {0, 0xFF}) {
        byte[][] fragments = Fragments.empty(code, length);
        code.dataPositions().forEach(position -> Arrays.fill(fragments[position], (byte) value));
        Fragments.encode(code, fragments);
        checkDecoded(code, fragments, all.minus(lost), lost);
        if (value == 0) {
          assertThat(fragments).isDeepEqualTo(Fragments.empty(code, length));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codes")
  void encoderOfTheFirstFragmentsTakesTheOthersForZeros(CodeParameters parameters) {
    ErasureCode code = code(parameters);
    for (int count = 1; count <= parameters.k(); count++) {
      byte[][] fragments = Fragments.random(code, 50, new Random64(4));
      for (int index = count; index < parameters.k(); index++) {
        Arrays.fill(fragments[code.dataPosition(index)], (byte) 0);
      }
      Fragments.encode(code, fragments);
      byte[][] partly = Fragments.empty(code, 50);
      FragmentTransform encoder = code.encoder(count);
      assertThat(encoder.from().size()).isEqualTo(count);
      encoder
          .coder()
          .overwrite(
              Fragments.rows(fragments, encoder.from()), Fragments.rows(partly, encoder.to()), 50);
      code.parityPositions()
          .forEach(position -> assertThat(partly[position]).isEqualTo(fragments[position]));
    }
  }

  @ParameterizedTest
  @MethodSource("codes")
  void deltaGivesTheParityOfNewData(CodeParameters parameters) {
    ErasureCode code = code(parameters);
    Random64 random = new Random64(5);
    for (int round = 0; round < 20; round++) {
      byte[][] before = Fragments.random(code, 100, random);
      byte[][] after = Arrays.stream(before).map(byte[]::clone).toArray(byte[][]::new);
      int from = random.nextInt(100);
      int length = random.nextInt(100 - from);
      Positions changed = Positions.NONE;
      for (int position : code.dataPositions().toList()) {
        if (random.oneIn(3)) {
          changed = changed.with(position);
          for (int i = from; i < from + length; i++) {
            after[position][i] = (byte) random.nextInt(256);
          }
        }
      }
      Fragments.encode(code, after);
      applyDelta(code, before, after, changed, from, length);
      assertThat(before).isDeepEqualTo(after);
    }
  }

  private static void applyDelta(
      ErasureCode code, byte[][] before, byte[][] after, Positions changed, int from, int length) {
    byte[][] difference = Fragments.empty(code, length);
    for (int position : changed.toList()) {
      for (int i = 0; i < length; i++) {
        difference[position][i] = (byte) (before[position][from + i] ^ after[position][from + i]);
        before[position][from + i] = after[position][from + i];
      }
    }
    FragmentTransform delta = code.delta(changed);
    assertThat(delta.to()).isEqualTo(code.parityOf(changed));
    ByteRows parity = Fragments.rows(before, delta.to());
    parity.advance(from);
    delta.coder().accumulate(Fragments.rows(difference, delta.from()), parity, length);
  }

  @Test
  void parityWithoutAShareOfTheDataDoesNotChange() {
    ErasureCode code = code(new CodeParameters(Technique.LRC, 4, 2, 3));
    assertThat(code.dataPositions()).isEqualTo(Positions.of(0, 1, 4, 5));
    assertThat(code.parityPositions()).isEqualTo(Positions.of(2, 3, 6, 7));
    // The first parity is the XOR of all data, so the XOR of data 0 and that parity lacks data 0.
    assertThat(code(new CodeParameters(Technique.LRC, 4, 4, 2)).parityOf(Positions.of(0)))
        .isEqualTo(Positions.of(1, 4, 5, 7, 8, 10, 11));
    assertThatThrownBy(() -> code.delta(Positions.of(2)))
        .hasMessage("[2] hold no data; those that do are [0, 1, 4, 5]");
  }

  /** Within the bounds every k fragments decode; one data fragment more, and some do not. */
  @Test
  void boundsOfIsaMatrixAreExact() {
    for (int m = 1; m <= Positions.MOST - 2; m++) {
      int most = Math.min(CodeParameters.mostDataFragments(m), Positions.MOST - m);
      assertThat(choiceThatDoesNotDecode(CodeParameters.of(most, m)))
          .as("%s+%s", most, m)
          .isFalse();
      if (most + 1 + m <= Positions.MOST) {
        CodeParameters beyond = CodeParameters.of(most + 1, m);
        assertThat(choiceThatDoesNotDecode(beyond)).as("%s", beyond).isTrue();
        assertThat(beyond.refusal()).isPresent();
      }
    }
  }

  /** Every square part of the parity rows must be invertible: one per choice of k rows. */
  private static boolean choiceThatDoesNotDecode(CodeParameters parameters) {
    GfMatrix generator = GeneratorMatrix.of(parameters);
    long choice = (1L << parameters.k()) - 1;
    while (choice < 1L << parameters.positions()) {
      Positions rows = new Positions((int) choice);
      if (generator.selectRows(rows.toList()).inverse().isEmpty()) {
        return true;
      }
      long lowest = choice & -choice;
      long carried = choice + lowest;
      choice = ((choice ^ carried) >>> 2) / lowest | carried;
    }
    return false;
  }

  @Test
  void refusedParametersMakeNoCode() {
    assertThatThrownBy(() -> code(CodeParameters.of(22, 4)))
        .hasMessageContaining("k of at most 21");
  }

  @Test
  void firstParityOfTheDefaultIsXor() {
    GfMatrix generator = GeneratorMatrix.of(CodeParameters.of(4, 2));
    assertThat(generator.selectRows(List.of(4, 5)))
        .isEqualTo(GfMatrix.of(2, 4, (row, column) -> row == 0 ? 1 : Gf256.power(2, column)));
    assertThat(IntStream.range(0, 4).map(i -> generator.get(i, i))).containsOnly(1);
  }
}
