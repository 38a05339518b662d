package io.pando.bench.study.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.erasure.ErasureProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StudyPlanTest {
  private static final StudyPlan PLAN = StudyPlan.of(1, "vector");

  private static StudyCase base() {
    return PLAN.select("base/*").cases().getFirst();
  }

  @Test
  void namesAreUnique() {
    assertThat(PLAN.cases()).extracting(StudyCase::name).doesNotHaveDuplicates();
  }

  @Test
  void thePapersPoolsHaveItsLosses() {
    assertThat(PLAN.select("paper/*").cases())
        .hasSize(13)
        .allSatisfy(it -> assertThat(it.data().sizeBytes()).isEqualTo(1 << 20))
        .extracting(it -> it.pool().label() + " " + it.pool().groups() + " " + it.loss().osds())
        .contains("4+2 128 2", "4+2 256 1", "8+3 128 3", "6+2 128 2", "3 copies 512 2");
  }

  /** Each case that is not of the paper differs from the base in what its group says. */
  @Test
  void variantsDifferInOneThing() {
    for (StudyCase it : PLAN.cases()) {
      if (!it.group().equals("paper") && !it.group().equals("base")) {
        List<String> differences = new ArrayList<>();
        compare(differences, "pool", it.pool(), base().pool());
        compare(differences, "data", it.data(), base().data());
        compare(differences, "conditions", it.conditions(), base().conditions());
        compare(
            differences,
            "loss",
            List.of(it.loss(), it.layout()),
            List.of(base().loss(), base().layout()));
        assertThat(differences).as(it.name()).hasSize(1);
      }
    }
  }

  private static void compare(List<String> into, String what, Object one, Object other) {
    if (!one.equals(other)) {
      into.add(what);
    }
  }

  /** Otherwise fragments of a lost OSD would have no place, and no group would become clean. */
  @Test
  void thereIsAPlaceForEveryFragmentAfterTheLoss() {
    for (StudyCase it : PLAN.cases()) {
      int lostHosts = it.loss().host() ? 1 : it.loss().osds();
      int hostsLeft =
          it.layout().osdsPerHost() == 1 || it.loss().host()
              ? it.layout().hosts() - lostHosts
              : it.layout().hosts();
      assertThat(hostsLeft).as(it.name()).isGreaterThanOrEqualTo(it.pool().positions());
      int lostPositions = it.loss().host() ? 1 : it.loss().osds();
      assertThat(lostPositions).as(it.name()).isLessThanOrEqualTo(it.pool().survivableLosses());
    }
  }

  @Test
  void theCodesExist() throws Exception {
    for (StudyCase it : PLAN.cases()) {
      if (it.pool().code() != null) {
        ErasureProfile profile =
            ErasureProfile.parse(Objects.requireNonNull(it.pool().code()).settings());
        assertThat(profile.refusal()).as(it.name()).isEmpty();
        assertThat(profile.code().positions()).as(it.name()).isEqualTo(it.pool().positions());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 0.5, 1, 3, 100})
  void aScaleChangesObjectsAndSecondsAlone(double scale) {
    List<StudyCase> scaled = StudyPlan.of(scale, "vector").cases();
    assertThat(scaled).hasSameSizeAs(PLAN.cases());
    for (int i = 0; i < scaled.size(); i++) {
      StudyCase at = PLAN.cases().get(i);
      StudyCase it = scaled.get(i);
      assertThat(it.data().objects())
          .isEqualTo((int) Math.max(16, Math.round(at.data().objects() * scale)));
      assertThat(it.conditions().writeSeconds()).isBetween(1.0, 60.0);
      assertThat(it.with(at.data()).with(at.conditions())).isEqualTo(at);
    }
  }

  @Test
  void casesAreSelectedByName() {
    assertThat(PLAN.select("*")).isEqualTo(PLAN);
    assertThat(PLAN.select("base/4+2").cases()).containsExactly(base());
    assertThat(PLAN.select("slots/*, base/*").cases())
        .extracting(StudyCase::name)
        .containsExactly("base/4+2", "slots/1", "slots/16");
    assertThat(PLAN.select("base/4.2").cases()).isEmpty();
    assertThat(PLAN.select("ase/4+2").cases()).isEmpty();
  }
}
