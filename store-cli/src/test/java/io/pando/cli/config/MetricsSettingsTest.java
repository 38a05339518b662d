package io.pando.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.id.NodeId;
import org.junit.jupiter.api.Test;

class MetricsSettingsTest {
  private static int port(int first, NodeId.Role role, long number) {
    return new MetricsSettings(true, "", first, false).portOf(new NodeId(role, number));
  }

  @Test
  void daemonsOfOneMachineListenOnDifferentPorts() {
    assertThat(port(9290, NodeId.Role.MON, 0)).isEqualTo(9290);
    assertThat(port(9290, NodeId.Role.MDS, 0)).isEqualTo(9340);
    assertThat(port(9290, NodeId.Role.MDS, 1)).isEqualTo(9341);
    assertThat(port(9290, NodeId.Role.OSD, 0)).isEqualTo(9390);
    assertThat(port(9290, NodeId.Role.OSD, 300)).isEqualTo(9690);
  }

  @Test
  void withoutAPortEachTakesAFreeOne() {
    assertThat(port(0, NodeId.Role.MDS, 3)).isZero();
  }

  @Test
  void aPortThatDoesNotExistIsRefused() {
    assertThatThrownBy(() -> port(65_500, NodeId.Role.MDS, 0))
        .hasMessageContaining("mds.0 would listen on port 65550");
  }
}
