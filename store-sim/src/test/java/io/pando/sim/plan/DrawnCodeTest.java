package io.pando.sim.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which seeds have an erasure-coded pool. */
class DrawnCodeTest {
  private static List<Long> coded(Profile profile, long from, long to) {
    return LongStream.range(from, to)
        .filter(seed -> Plan.draw(seed, profile).pool().coding() != null)
        .boxed()
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void recordedSeedsKeepTheirMeaning(Profile profile) {
    List<Long> coded = coded(profile, 1, 1_000);
    assertThat(coded)
        .hasSize(
            switch (profile) {
              case ERASURE -> 999;
              case FENCES -> 250;
              default -> 0;
            });
  }

  @ParameterizedTest
  @EnumSource(Profile.class)
  void laterSeedsOfSomeProfilesHaveOneSometimes(Profile profile) {
    List<Long> coded = coded(profile, 1_000, 1_080);
    assertThat(coded)
        .hasSize(
            switch (profile) {
              case ERASURE -> 80;
              case FENCES -> 20;
              default -> profile.mayHaveCodes() ? 10 : 0;
            });
  }

  /** No strain may make replicas of the pool again, and no fault may change its size. */
  @ParameterizedTest
  @EnumSource(
      value = Profile.class,
      names = {"SWARM", "DEFAULT", "DISK", "DIVERGENCE", "LAGGING", "REFILL", "ERASURE"})
  void suchAPoolIsAsItsCodeWantsIt(Profile profile) {
    for (long seed = 1_006; seed < 9_000; seed += 8) {
      Plan plan = Plan.draw(seed, profile);
      Plan.Coding coding = plan.pool().coding();
      assertThat(coding).isNotNull();
      if (coding != null) {
        assertThat(plan.pool().size()).isEqualTo(coding.code().positions());
        assertThat(plan.shape().osds()).isGreaterThanOrEqualTo(coding.code().positions());
      }
      assertThat(plan.events().troubles())
          .isNotEmpty()
          .doesNotContain(Trouble.SIZE, Trouble.REPLICATION, Trouble.ACCEPTED_LOSS);
    }
  }
}
