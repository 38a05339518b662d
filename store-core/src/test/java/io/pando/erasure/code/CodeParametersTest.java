package io.pando.erasure.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Names of codes, and why some have no code. */
class CodeParametersTest {
  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            CodeParameters.of(1, 1),
            "k is 1: an object has from 2 to 31 data fragments; choose k within that range"),
        Arguments.of(
            CodeParameters.of(4, 0),
            "m is 0: with k=4 there are from 1 to 28 parity fragments; choose m within that range"),
        Arguments.of(
            CodeParameters.of(30, 3),
            "m is 3: with k=30 there are from 1 to 2 parity fragments; choose m within that range"),
        Arguments.of(
            CodeParameters.of(22, 4),
            "k=22, m=4: isa reed_sol_van cannot decode every loss of 4 fragments with k above 21;"
                + " choose k of at most 21, a smaller m, or technique cauchy"),
        Arguments.of(
            new CodeParameters(Technique.ISA_CAUCHY, 4, 2, 3),
            "l is 3: only plugin lrc has an l; leave l out, or choose plugin lrc"),
        Arguments.of(
            new CodeParameters(Technique.LRC, 4, 2, 0),
            "l is 0: l must divide k+m, and the number of groups, (k+m)/l, must divide k and m;"
                + " for k=4, m=2 choose l of 3 or 6"),
        Arguments.of(
            new CodeParameters(Technique.LRC, 20, 10, 3),
            "k=20, m=10, l=3 make 40 fragments: lrc has at most 24; choose a smaller k or m"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void refusalNamesTheValueAndTheWayOut(CodeParameters parameters, String reason) {
    assertThat(parameters.refusal()).contains(reason);
    assertThat(parameters.positions()).isGreaterThanOrEqualTo(parameters.k() + parameters.m());
  }

  @Test
  void shortFormIsRead() {
    assertThat(CodeParameters.parse("4+2")).contains(CodeParameters.of(4, 2));
    assertThat(CodeParameters.parse("999+0")).contains(CodeParameters.of(999, 0));
    assertThat(CodeParameters.parse("4 + 2")).isEmpty();
    assertThat(CodeParameters.parse("4+2+1")).isEmpty();
    assertThat(CodeParameters.parse("99999+1")).isEmpty();
  }

  @Test
  void textNamesTheTechnique() {
    assertThat(CodeParameters.of(4, 2)).hasToString("isa reed_sol_van 4+2");
    assertThat(new CodeParameters(Technique.LRC, 4, 2, 3)).hasToString("lrc 4+2 l=3");
  }

  @Test
  void techniquesHaveTheNamesOfCeph() {
    for (Technique technique : Technique.values()) {
      assertThat(Technique.of(technique.plugin(), technique.technique())).contains(technique);
    }
    assertThat(Technique.of("isa", "")).contains(Technique.ISA_REED_SOL_VAN);
    assertThat(Technique.of("jerasure", "liberation")).isEmpty();
    assertThat(Technique.of("clay", "")).isEmpty();
  }
}
