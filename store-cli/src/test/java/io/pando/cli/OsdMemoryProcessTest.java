package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.OsdMemory;
import io.pando.cli.process.JavaCommand;
import io.pando.cli.process.RunFolder;
import io.pando.cli.process.RunningProcess;
import io.pando.client.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An OSD that was started with the memory that launchers assume, and whose configuration gives it
 * less, or more.
 */
class OsdMemoryProcessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private Path temp = Path.of("");

  @AfterEach
  void endWhatIsLeft() throws Exception {
    Daemons.killAll(temp.resolve("data"));
  }

  @Test
  void hasTheMemoryThatItsConfigurationGivesIt() throws Exception {
    Path data = temp.resolve("data");
    Daemons.up(new Shell(temp), data, "--port", "0", "--mons", "1", "--osds", "1");
    Path file = data.resolve("pando.yaml");
    ClusterConfig config = ClusterConfig.read(file);
    assertThat(heapOption(config)).isEqualTo(option(OsdMemory.usual()));
    Path log = data.resolve("log").resolve("osd.0.log");

    String original = Files.readString(file);
    for (String memory : List.of("320MiB", "1GiB")) {
      stopOsd(config);
      Files.writeString(file, original);
      Files.writeString(file, "\nosd:\n  memory: " + memory + "\n", StandardOpenOption.APPEND);
      ClusterConfig changed = ClusterConfig.read(file);
      Process started = startAsLaunchersDo(changed, log);
      try (Cluster client = CommandContext.connect(changed)) {
        Progress.await(
            "osd.0 up",
            () -> client.admin().map().osds().values().stream().filter(it -> it.up()).count(),
            1);
      }
      assertThat(RunFolder.of(changed).running("osd.0").orElseThrow().pid())
          .isEqualTo(started.pid());
      assertThat(heapOption(changed))
          .isEqualTo(option(changed.settings().osd().storage().memory()));
      assertThat(Files.readString(log)).contains("osd.0: osd.memory " + memory.charAt(0));
    }

    stopOsd(config);
    Files.writeString(file, original + "\nosd: {memory: 64MiB}\n");
    Process refused = startAsLaunchersDo(config, log);
    assertThat(refused.waitFor(90, TimeUnit.SECONDS)).isTrue();
    assertThat(refused.exitValue()).isNotZero();
    assertThat(Files.readString(temp.resolve("out"))).contains("osd.memory: must be at least");
  }

  private Process startAsLaunchersDo(ClusterConfig config, Path log) throws IOException {
    List<String> arguments =
        List.of("osd", "--id", "0", "-c", config.file().toString(), "--log", log.toString());
    return new ProcessBuilder(JavaCommand.osd(OsdMemory.usual(), arguments))
        .redirectOutput(temp.resolve("out").toFile())
        .redirectErrorStream(true)
        .start();
  }

  private static void stopOsd(ClusterConfig config) throws Exception {
    RunningProcess process = RunFolder.of(config).running("osd.0").orElseThrow();
    process.stop();
    assertThat(process.awaitEnd(PATIENCE)).isTrue();
  }

  private static String option(OsdMemory memory) {
    return "-Xmx" + (memory.heapBytes() >> 20) + "m";
  }

  /** The heap option of the running OSD. */
  private static String heapOption(ClusterConfig config) throws Exception {
    long pid = RunFolder.of(config).running("osd.0").orElseThrow().pid();
    String line = Files.readString(Path.of("/proc", String.valueOf(pid), "cmdline"));
    return List.of(line.split("\0")).stream()
        .filter(word -> word.startsWith("-Xmx"))
        .findFirst()
        .orElseThrow();
  }
}
