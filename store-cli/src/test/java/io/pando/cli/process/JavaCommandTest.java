package io.pando.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.OsdMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class JavaCommandTest {
  @Test
  void osdHasAnotherCollectorThanAMonitor() {
    assertThat(JavaCommand.osd(OsdMemory.usual(), List.of("osd", "--id", "0")))
        .containsAll(JavaCommand.OSD_OPTIONS)
        .doesNotContain("-XX:+UseSerialGC");
    assertThat(JavaCommand.of(512, List.of("mon", "--id", "0")))
        .contains("-XX:+UseSerialGC")
        .doesNotContainAnyElementsOf(JavaCommand.OSD_OPTIONS);
  }

  @Test
  void launchersStartDaemonsWithTheSameOptions() throws IOException {
    Path options = root().resolve("dist/sh/jvm-options.sh");
    assertThat(Files.readString(options))
        .contains(JavaCommand.OSD_OPTIONS)
        .contains("mon) sizing=\"" + String.join(" ", JavaCommand.MONITOR_OPTIONS) + " ")
        .contains(" " + HeapLimit.of(OsdMemory.usual()).option() + "\"");
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("pando"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no launcher above this folder");
    }
    return folder;
  }
}
