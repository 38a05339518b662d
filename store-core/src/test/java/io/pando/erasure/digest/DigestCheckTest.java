package io.pando.erasure.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.erasure.ErasureCode;
import io.pando.erasure.FragmentTransform;
import io.pando.erasure.LinearCode;
import io.pando.erasure.Positions;
import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.random.Random64;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The digests of a codeword are a codeword; one wrong fragment is found, two are not attributed.
 */
class DigestCheckTest {
  private static final int LENGTH = 300;

  private final Random64 random = new Random64(3);
  private final LinearDigest digest =
      new LinearDigest(new DigestKey(random.nextLong(), random.nextLong()));

  static Stream<CodeParameters> codes() {
    return Stream.of(
        CodeParameters.of(2, 1),
        CodeParameters.of(4, 2),
        CodeParameters.of(8, 3),
        new CodeParameters(Technique.ISA_CAUCHY, 4, 2, 0),
        new CodeParameters(Technique.JERASURE_REED_SOL_VAN, 6, 2, 0),
        new CodeParameters(Technique.LRC, 4, 2, 3),
        new CodeParameters(Technique.LRC, 8, 4, 3));
  }

  private static ErasureCode code(CodeParameters parameters) {
    return LinearCode.of(parameters, new PlainKernel());
  }

  /** Random data whose last stripe is short: later data fragments have fewer bytes. */
  private byte[][] fragments(ErasureCode code) {
    byte[][] fragments = new byte[code.positions()][LENGTH];
    int length = LENGTH;
    for (int position : code.dataPositions().toList()) {
      byte[] data = new byte[length];
      random.nextBytes(data);
      System.arraycopy(data, 0, fragments[position], 0, length);
      length -= random.nextInt(30);
    }
    FragmentTransform encoder = code.encoder(code.parameters().k());
    ByteRows in = new ByteRows(encoder.from().size());
    encoder.from().forEach(p -> in.set(encoder.from().indexOf(p), fragments[p], 0));
    ByteRows out = new ByteRows(encoder.to().size());
    encoder.to().forEach(p -> out.set(encoder.to().indexOf(p), fragments[p], 0));
    encoder.coder().overwrite(in, out, LENGTH);
    return fragments;
  }

  private SortedMap<Integer, FragmentDigest> digests(byte[][] fragments, Positions positions) {
    SortedMap<Integer, FragmentDigest> digests = new TreeMap<>();
    positions.forEach(position -> {
      byte[] fragment = fragments[position];
      int end = fragment.length;
      while (end > 0 && fragment[end - 1] == 0) {
        end--;
      }
      digests.put(position, digest.of(Arrays.copyOf(fragment, end)));
    });
    return digests;
  }

  private void damage(byte[] fragment) {
    int from = random.nextInt(LENGTH);
    int length = 1 + random.nextInt(LENGTH - from);
    byte[] damage = new byte[length];
    random.nextBytes(damage);
    damage[0] = 1;
    for (int i = 0; i < length; i++) {
      fragment[from + i] ^= damage[i];
    }
  }

  @ParameterizedTest
  @MethodSource("codes")
  void digestsOfACodewordAreACodeword(CodeParameters parameters) {
    ErasureCode code = code(parameters);
    Positions all = Positions.first(code.positions());
    DigestCheck check = new DigestCheck(code, all);
    for (int round = 0; round < 30; round++) {
      assertThat(check.judge(digests(fragments(code), all)))
          .isEqualTo(new DigestVerdict.Consistent(all));
    }
  }

  @ParameterizedTest
  @MethodSource("codes")
  void oneWrongFragmentIsFoundAndTwoAreNotAttributed(CodeParameters parameters) {
    ErasureCode code = code(parameters);
    Positions all = Positions.first(code.positions());
    DigestCheck check = new DigestCheck(code, all);
    for (int wrong : all.toList()) {
      byte[][] fragments = fragments(code);
      damage(fragments[wrong]);
      DigestVerdict expected =
          parameters.m() > 1 ? new DigestVerdict.Wrong(wrong) : new DigestVerdict.NotProvable();
      assertThat(check.judge(digests(fragments, all))).isEqualTo(expected);
      for (int other : all.without(wrong).toList()) {
        byte[][] twice = Arrays.stream(fragments).map(byte[]::clone).toArray(byte[][]::new);
        damage(twice[other]);
        assertThat(check.judge(digests(twice, all))).isEqualTo(new DigestVerdict.NotProvable());
      }
    }
  }

  @Test
  void withOneSpareFragmentDamageIsNoticedButNotAttributed() {
    ErasureCode code = code(CodeParameters.of(4, 2));
    Positions known = Positions.of(0, 1, 3, 4, 5);
    DigestCheck check = new DigestCheck(code, known);
    byte[][] fragments = fragments(code);
    assertThat(check.judge(digests(fragments, known)))
        .isEqualTo(new DigestVerdict.Consistent(known));
    damage(fragments[3]);
    assertThat(check.judge(digests(fragments, known))).isEqualTo(new DigestVerdict.NotProvable());
  }

  @Test
  void withoutSpareFragmentsNothingIsChecked() {
    ErasureCode code = code(CodeParameters.of(4, 2));
    Positions known = Positions.of(0, 1, 3, 5);
    byte[][] fragments = fragments(code);
    damage(fragments[3]);
    assertThat(new DigestCheck(code, known).judge(digests(fragments, known)))
        .isEqualTo(new DigestVerdict.Consistent(Positions.NONE));
  }

  /** Only the group of the local parity is checked when half of the rest is missing. */
  @Test
  void localParityChecksItsGroup() {
    ErasureCode code = code(new CodeParameters(Technique.LRC, 8, 4, 3));
    Positions known = Positions.of(0, 1, 2, 3, 4);
    DigestCheck check = new DigestCheck(code, known);
    byte[][] fragments = fragments(code);
    assertThat(check.judge(digests(fragments, known)))
        .isEqualTo(new DigestVerdict.Consistent(Positions.first(4)));
    damage(fragments[2]);
    assertThat(check.judge(digests(fragments, known))).isEqualTo(new DigestVerdict.NotProvable());
  }

  @Test
  void missingDigestsAreNamed() {
    DigestCheck check = new DigestCheck(code(CodeParameters.of(2, 1)), Positions.first(3));
    assertThatThrownBy(() -> check.judge(new TreeMap<>()))
        .hasMessage("expected digests of positions [0, 1, 2], found []");
  }
}
