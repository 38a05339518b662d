package io.pando.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingVariablesTest {
  private static final Path FILE = Path.of("/etc/pando/pando.yaml");
  private static final String TEXT =
      """
      cluster: 6a0e5e0a-5d0e-4a4e-9b0f-5b7e1e3f0c11
      monitors:
        - {id: 0, host: 127.0.0.1, port: 6789, raft_port: 6790}
      osds:
        - {id: 0}
      osd: {cache: 32MiB}
      """;

  @Test
  void overrideTheFileAndItsDefaults() {
    ClusterConfig config =
        read(
            Map.of(
                "PANDO_DATA", "/var/lib/pando",
                "PANDO_RUN", "/run/pando",
                "PANDO_OSD_CACHE", "128MiB",
                "PANDO_OSD_AUTO_REPAIR", "false",
                "PANDO_OSD_SCRUB_EVERY", "never",
                "PANDO_MONITOR_REPORTERS", "1",
                "PANDO_LOG_MAX_SIZE", "1MiB",
                "PANDO_NETWORK_CARRIER", "nio",
                "PANDO_CLIENT_TIMEOUT_SECONDS", "5"));
    assertThat(config.osds().getFirst().data()).isEqualTo(Path.of("/var/lib/pando/osd.0"));
    assertThat(config.run()).isEqualTo(Path.of("/run/pando"));
    ClusterConfig.Settings settings = config.settings();
    assertThat(settings.osd().storage().memory().cacheBytes()).isEqualTo(128 << 20);
    assertThat(settings.osd().scrubs().autoRepair()).isFalse();
    assertThat(settings.osd().scrubs().lightEvery()).isEqualTo(Duration.ZERO);
    assertThat(settings.monitor().reporters()).isEqualTo(1);
    assertThat(settings.log().maxSizeBytes()).isEqualTo(1 << 20);
    assertThat(settings.network().carrier()).isEqualTo("nio");
    assertThat(settings.client().timeoutSeconds()).isEqualTo(5);
  }

  @Test
  void overrideListsAsAWhole() {
    ClusterConfig config =
        read(Map.of("PANDO_OSDS", "[{id: 4, host: a, port: 6800}, {id: 5, host: b}]"));
    assertThat(config.osds().stream().map(OsdEntry::id)).containsExactly(4, 5);
  }

  @Test
  void withoutVariablesTheFileCounts() {
    ClusterConfig config = read(Map.of("PANDO_OSD_CACHE", "", "HOME", "/root"));
    assertThat(config.settings().osd().storage().memory().cacheBytes()).isEqualTo(32 << 20);
    assertThat(config.run()).isEqualTo(Path.of("/etc/pando/run"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PANDO_OSD_CAHCE | 1GiB  | names no setting: osd.cache is PANDO_OSD_CACHE; did you mean 'PANDO_OSD_CACHE'?
          PANDO_COLOUR_OF | red   | names no setting: osd.cache is PANDO_OSD_CACHE.
          PANDO_OSD       | {}    | names no setting
          PANDO_OPT       | -Xint | did you mean 'PANDO_OPTS'?
          PANDO_OSD_CACHE | lots  | must be a size such as 10GiB or 4096, is 'lots'
          PANDO_OSD_CACHE | 1KiB  | must be at least 4.0 MiB
          PANDO_OSD_CACHE | {     | is not valid YAML
          PANDO_OSDS      | 5     | must be a list
          PANDO_OSDS      | [5]   | [0] must be a mapping
          PANDO_CLUSTER   | mine  | must be a UUID
          """)
  void saysWhatIsWrongWithAVariable(String name, String value, String complaint) {
    assertThatThrownBy(() -> read(Map.of(name, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("environment variable " + name + ": ")
        .hasMessageContaining(complaint);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PANDO_CONF",
        "PANDO_OPTS",
        "PANDO_AOT_CACHE",
        "PANDO_SERVICE_HOST",
        "PANDO_MON_SERVICE_PORT_MSGR",
        "PANDO_PORT",
        "PANDO_MON_PORT_6789_TCP_ADDR"
      })
  void variablesOfOthersAreNoSettings(String name) {
    assertThat(read(Map.of(name, "x"))).isEqualTo(read(Map.of()));
  }

  private static ClusterConfig read(Map<String, String> environment) {
    return ClusterConfig.parse(FILE, TEXT, SettingVariables.of(environment));
  }
}
