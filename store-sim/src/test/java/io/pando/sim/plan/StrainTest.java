package io.pando.sim.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.osd.config.OsdConfig;
import io.pando.random.Random64;
import io.pando.sim.SimSettings;
import io.pando.sim.workload.WorkKind;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every plan of a profile with strains has. */
class StrainTest {
  private static final int SHORTEST_USUAL_LOG = 8;

  @Test
  void readersReadWhatOthersWrite() {
    assertThat(plans(Profile.TAKEOVER))
        .allSatisfy(plan -> {
          List<String> read = prefixes(plan, true);
          assertThat(read).hasSizeGreaterThanOrEqualTo(4);
          assertThat(prefixes(plan, false)).isNotEmpty().containsAll(read);
          assertThat(plan.work()).extracting(it -> it.job().number()).doesNotHaveDuplicates();
        });
  }

  @Test
  void leasesAreAlwaysLongerThanTwoHeartbeats() {
    assertThat(plans(Profile.TAKEOVER).map(plan -> plan.knobs().settings().osd()))
        .allMatch(osd -> osd.liveness().lease().nanos() >= 2 * osd.liveness().heartbeatNanos())
        .anyMatch(
            osd -> osd.liveness().lease().nanos() > OsdConfig.defaults().liveness().lease().nanos())
        .anyMatch(osd ->
            osd.liveness().lease().nanos() < OsdConfig.defaults().liveness().lease().nanos());
  }

  @Test
  void replicasAreHardToFill() {
    assertThat(plans(Profile.REFILL))
        .allSatisfy(plan -> {
          SimSettings settings = plan.knobs().settings();
          assertThat(settings.osd().group().log().maxLogEntries()).isBetween(1, SHORTEST_USUAL_LOG);
          assertThat(settings.osd().group().recovery().batch().batches()).isEqualTo(1);
          assertThat(settings.monitor().limits().maxBehind()).isBetween(1, 8);
          assertThat(plan.pool().groups()).isLessThanOrEqualTo(4);
        });
  }

  @Test
  void oneReplicaGoesOnWithAnotherLog() {
    assertThat(plans(Profile.DIVERGENCE))
        .allSatisfy(plan -> {
          assertThat(plan.pool().size()).isEqualTo(2);
          assertThat(plan.pool().minSize()).isEqualTo(1);
          SimSettings settings = plan.knobs().settings();
          assertThat(settings.exceptions()).hasSize(plan.shape().osds());
          settings
              .exceptions()
              .values()
              .forEach(it -> assertThat(it.recovery()).isEqualTo(settings.osd().recovery()));
        });
    assertThat(plans(Profile.DIVERGENCE).map(plan -> plan.knobs().settings().exceptions()))
        .anySatisfy(logs -> {
          assertThat(logs.values()).anyMatch(it -> it.group().log().maxLogEntries() < 5);
          assertThat(logs.values()).anyMatch(it -> it.group().log().maxLogEntries() > 100);
        });
  }

  @Test
  void noStrainChangesWhatIsDrawnWithoutIt() {
    Plan usual = Plan.draw(1, Profile.DEFAULT);
    for (Strain strain : Strain.values()) {
      Plan strained = strain.on(usual, new Random64(1));
      assertThat(strained).isNotEqualTo(usual);
      assertThat(strained.events().troubles()).isEqualTo(usual.events().troubles());
      assertThat(strained.shape()).isEqualTo(usual.shape());
      assertThat(strained.events().seconds()).isEqualTo(usual.events().seconds());
    }
  }

  private static Stream<Plan> plans(Profile profile) {
    return LongStream.rangeClosed(1, 50).mapToObj(seed -> Plan.draw(seed, profile));
  }

  private static List<String> prefixes(Plan plan, boolean readers) {
    return plan.work().stream()
        .filter(it -> (it.job().kind() == WorkKind.READS) == readers)
        .map(it -> it.job().names().prefix())
        .toList();
  }
}
