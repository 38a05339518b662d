package io.pando.cluster.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.random.Random64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text form of profiles, and which of them no pool can have. */
class ErasureProfileTest {
  private static final List<Technique> TECHNIQUES = List.of(Technique.values());

  /** A profile with any values, of which many are refused. */
  static ErasureProfile any(Random64 random) {
    Technique technique = TECHNIQUES.get(random.nextInt(TECHNIQUES.size()));
    int k = 1 + random.nextInt(12);
    int m = 1 + random.nextInt(6);
    int l = technique == Technique.LRC ? 1 + random.nextInt(k + m) : 0;
    boolean local = technique == Technique.LRC && random.nextBoolean();
    return new ErasureProfile(
        new PoolCode(
            new CodeParameters(technique, k, m, l),
            PoolCode.STRIPE_UNIT_STEP * (1 + random.nextInt(16))),
        new ErasureProfile.Domains(
            "default",
            random.nextBoolean() ? "host" : "osd",
            local ? "rack" : null,
            random.oneIn(3) ? "ssd" : null));
  }

  private static List<String> text(ErasureProfile profile) {
    return profile.settings().entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .toList();
  }

  @Test
  void whatIsPrintedIsRead() {
    Random64 random = new Random64(1);
    for (int i = 0; i < 1_000; i++) {
      ErasureProfile profile = any(random);
      assertThat(ErasureProfile.parse(text(profile))).isEqualTo(profile);
    }
  }

  @Test
  void whatIsNotGivenHasItsDefault() {
    ErasureProfile profile = ErasureProfile.parse(List.of("m=2", "k=4"));
    assertThat(profile.code().parameters()).isEqualTo(CodeParameters.of(4, 2));
    assertThat(profile.code().stripeUnit()).isEqualTo(16_384);
    assertThat(profile.domains()).isEqualTo(ErasureProfile.Domains.DEFAULT);
    assertThat(text(profile))
        .containsExactly(
            "plugin=isa",
            "technique=reed_sol_van",
            "k=4",
            "m=2",
            "stripe_unit=16384",
            "crush-root=default",
            "crush-failure-domain=host");
    assertThat(ErasureProfile.parse(List.of("k=4", "m=2", "l=3")).code().parameters())
        .isEqualTo(new CodeParameters(Technique.LRC, 4, 2, 3));
  }

  @ParameterizedTest
  @CsvSource({"4096, 4096", "64K, 65536", "64KiB, 65536", "1M, 1048576", "999999999M, 2147483647"})
  void aStripeUnitHasUnits(String given, int bytes) {
    assertThat(ErasureProfile.parse(List.of("k=4", "m=2", "stripe_unit=" + given)).code())
        .isEqualTo(new PoolCode(CodeParameters.of(4, 2), bytes));
  }

  @ParameterizedTest
  @CsvSource({
    "k, 'a setting of a profile is KEY=VALUE, such as k=4, not ''k'''",
    "=4, 'a setting of a profile is KEY=VALUE, such as k=4, not ''=4'''",
    "w=8, 'a profile has no setting ''w''; there are k, m, l, plugin, technique, stripe_unit,"
        + " crush-root, crush-failure-domain, crush-locality, crush-device-class'",
    "k=5, 'k is given twice: give it once'",
    "l=x, 'l is a number, not ''x'''",
    "plugin=clay, 'there is no plugin clay; there are isa reed_sol_van, isa cauchy, jerasure"
        + " reed_sol_van, lrc'",
    "technique=x, 'there is no plugin isa with technique x; there are isa reed_sol_van, isa"
        + " cauchy, jerasure reed_sol_van, lrc'",
    "stripe_unit=x, 'stripe_unit is a number of bytes such as 16384 or 16K, not ''x'''",
    "crush-root=, 'crush-root has no value: give one, or leave it out'",
  })
  void whatIsNotUnderstoodIsRefusedWithTheWayOut(String setting, String why) {
    assertThatThrownBy(() -> ErasureProfile.parse(List.of("k=4", "m=2", setting)))
        .isInstanceOf(ProfileSyntaxException.class)
        .hasMessage(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"k=4", "m=2", "l=3"})
  void kAndMMustBeGiven(String setting) {
    assertThatThrownBy(() -> ErasureProfile.parse(List.of(setting)))
        .hasMessageStartingWith("a profile needs k and m");
  }

  @Test
  void aLocalityIsForCodesWithGroups() {
    assertThat(ErasureProfile.parse(List.of("k=4", "m=2", "crush-locality=rack")).refusal())
        .hasValueSatisfying(why -> assertThat(why).startsWith("crush-locality is for plugin lrc"));
    assertThat(ErasureProfile.parse(List.of("k=4", "m=2", "l=3", "crush-locality=rack")).refusal())
        .isEmpty();
    assertThat(ErasureProfile.parse(List.of("k=4", "m=2", "stripe_unit=6000")).refusal())
        .hasValueSatisfying(why -> assertThat(why).startsWith("stripe_unit is 6000: "));
  }

  /** So an update with min_size fragments still decodes after the loss of one of them. */
  @ParameterizedTest
  @CsvSource({"4, 2, 0, 4, 5", "2, 1, 0, 2, 2", "8, 3, 0, 8, 9", "4, 2, 3, 6, 7"})
  void oneMoreThanAlwaysDecodesIsUsuallyNeeded(int k, int m, int l, int enough, int usual) {
    PoolCode code =
        ErasureProfile.parse(
                List.of("k=" + k, "m=" + m, "l=" + l, l == 0 ? "plugin=isa" : "plugin=lrc"))
            .code();
    assertThat(code.alwaysDecodes()).isEqualTo(enough);
    assertThat(code.usualMinSize()).isEqualTo(usual);
  }
}
