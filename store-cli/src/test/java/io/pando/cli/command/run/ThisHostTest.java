package io.pando.cli.command.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThisHostTest {
  @TempDir private Path temp = Path.of("");

  private ClusterConfig config(String... hosts) throws IOException {
    Path file = temp.resolve("pando.yaml");
    String text =
        ConfigText.ofHosts(UUID.randomUUID(), List.of(hosts), 6789, List.of(hosts).subList(0, 1));
    return ClusterConfig.read(Files.writeString(file, text));
  }

  @Test
  void isTheOneWithAnAddressOfThisMachine() throws IOException {
    assertThat(ThisHost.of(config("203.0.113.1", "127.0.0.1", "203.0.113.3")))
        .isEqualTo("127.0.0.1");
  }

  @Test
  void noneAndSeveralAreRefused() throws IOException {
    assertThatThrownBy(() -> ThisHost.of(config("a", "b", "c"), Set.of()::contains))
        .hasMessageContaining("(a, b, c)")
        .hasMessageContaining("--host HOST");
    assertThatThrownBy(() -> ThisHost.of(config("a", "b", "c"), Set.of("a", "c")::contains))
        .hasMessageContaining("a and c of ")
        .hasMessageContaining("name one of them");
  }
}
