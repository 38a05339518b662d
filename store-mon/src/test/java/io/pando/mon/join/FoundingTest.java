package io.pando.mon.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import io.pando.mon.join.Founding.Verdict;
import io.pando.report.MonitorStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class FoundingTest {
  private static final List<NodeId> THREE = List.of(mon(0), mon(1), mon(2));
  private static final long LATE = Founding.PATIENCE_NANOS + 1;

  private static NodeId mon(int number) {
    return new NodeId(NodeId.Role.MON, number);
  }

  private static MonitorStatus empty(int number) {
    return new MonitorStatus(mon(number), null, 0, List.of(), THREE);
  }

  private static MonitorStatus withLog(int number) {
    return new MonitorStatus(mon(number), null, 4, List.of(), THREE);
  }

  @Test
  void aClusterOfOneBeginsAtOnce() {
    assertThat(new Founding(mon(0), List.of(mon(0)), 0).verdict(0)).isEqualTo(Verdict.FOUND);
  }

  @Test
  void allBeginTogetherAtOnceAndAMajorityAfterAWhile() {
    Founding founding = new Founding(mon(0), THREE, 0);
    assertThat(founding.verdict(LATE)).as("alone").isEqualTo(Verdict.WAIT);
    assertThat(founding.waitsFor()).contains("mon.1, mon.2");
    founding.onAnswer(mon(1), empty(1));
    assertThat(founding.verdict(1)).isEqualTo(Verdict.WAIT);
    assertThat(founding.verdict(LATE)).isEqualTo(Verdict.FOUND);
    founding.onAnswer(mon(2), empty(2));
    assertThat(founding.verdict(1)).isEqualTo(Verdict.FOUND);
  }

  /** The others keep their disks, whether they answer or not. */
  @Test
  void aMonitorThatLostItsDiskBeginsNoCluster() {
    Founding founding = new Founding(mon(0), THREE, 0);
    assertThat(founding.verdict(1000 * LATE)).isEqualTo(Verdict.WAIT);
    founding.onAnswer(mon(2), withLog(2));
    assertThat(founding.verdict(1)).isEqualTo(Verdict.JOIN);
    founding.onAnswer(mon(1), empty(1));
    assertThat(founding.verdict(LATE)).as("one has a log").isEqualTo(Verdict.JOIN);
  }

  @Test
  void aMonitorThatIsNotConfiguredOnlyJoins() {
    Founding founding = new Founding(mon(5), List.of(mon(0)), 0);
    assertThat(founding.verdict(LATE)).isEqualTo(Verdict.WAIT);
    founding.onAnswer(mon(0), withLog(0));
    assertThat(founding.verdict(LATE)).isEqualTo(Verdict.JOIN);
  }
}
