package io.pando.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigText;
import io.pando.cli.config.OsdMemory;
import io.pando.cli.config.OsdSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaCommandTest {
  private static final String MODULE = "--add-modules=jdk.incubator.vector";

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
  void anOsdGetsTheModuleOfItsKernel(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("pando.yaml");
    String cluster =
        ConfigText.of(
            UUID.randomUUID(),
            List.of(new ConfigText.Ports(1001, 1002)),
            new ConfigText.Osds(1, 1, null),
            0);
    for (OsdSettings.Kernel kernel : OsdSettings.Kernel.values()) {
      Files.writeString(file, cluster + "osd:\n  erasure_kernel: " + kernel.label() + "\n");
      OsdSettings settings = ClusterConfig.read(file).settings().osd();
      assertThat(JavaCommand.osd(settings, List.of("osd")).stream().anyMatch(MODULE::equals))
          .isEqualTo(kernel == OsdSettings.Kernel.VECTOR);
    }
  }

  @Test
  void launchersStartDaemonsWithTheSameOptions() throws IOException {
    Path options = root().resolve("dist/sh/jvm-options.sh");
    assertThat(Files.readString(options))
        .contains(JavaCommand.OSD_OPTIONS)
        .contains("mon) sizing=\"" + String.join(" ", JavaCommand.MONITOR_OPTIONS) + " ")
        .contains(" " + HeapLimit.of(OsdMemory.usual()).option() + "\"");
  }

  /** What all have in common comes first, after the path of the JVM. */
  @Test
  void launchersGiveAllProcessesTheSameFlags() throws IOException {
    List<String> flags =
        JavaCommand.of(512, List.of("x")).stream()
            .skip(1)
            .takeWhile(option -> !option.equals("-XX:+UseSerialGC"))
            .toList();
    assertThat(flags).contains("-XX:+ExitOnOutOfMemoryError");
    assertThat(Files.readString(root().resolve("dist/sh/jvm-options.sh"))).contains(flags);
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("pando"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no launcher above this folder");
    }
    return folder;
  }
}
