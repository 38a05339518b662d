package io.pando.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.id.Address;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientConfigTest {
  @Test
  void readsMonitors() {
    ClientConfig config =
        ClientConfig.builder()
            .monitors("10.0.0.1", "host:1234", "[::1]:99", "mon.7@[fe80::1]", "mon.9@h:1")
            .build();
    assertThat(config.monitors().stream().map(Address::toString))
        .isEqualTo(
            List.of(
                "mon.0@10.0.0.1:6789/0",
                "mon.1@host:1234/0",
                "mon.2@::1:99/0",
                "mon.7@fe80::1:6789/0",
                "mon.9@h:1/0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":1", "h:0", "h:65536", "h:x", "osd.1@h", "mon.x@h", "::1", "h:"})
  void refusesWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> ClientConfig.builder().monitors(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected [mon.N@]HOST[:PORT]");
  }

  @Test
  void namesTheSettingThatIsWrong() {
    assertThatThrownBy(() -> ClientConfig.builder().build()).hasMessageContaining("monitors");
    assertThatThrownBy(() -> valid().operationTimeout(Duration.ZERO).build())
        .hasMessageContaining("operationTimeout");
    assertThatThrownBy(() -> valid().maxOperationBytes(64 << 20).build())
        .hasMessageContaining("maxOperationBytes");
    assertThatThrownBy(() -> valid().loops(0).build()).hasMessageContaining("loops");
  }

  private static ClientConfig.Builder valid() {
    return ClientConfig.builder().monitors("h");
  }
}
