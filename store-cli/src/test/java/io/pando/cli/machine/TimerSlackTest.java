package io.pando.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class TimerSlackTest {
  private static String output(List<String> line) throws IOException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void monitorsStartWithWideSlackAndKeepTheirArguments() throws IOException {
    String script = "cat /proc/self/timerslack_ns; printf '<%s>' \"$@\"";
    List<String> line = List.of("/bin/bash", "-c", script, "bash", "two words", "$HOME", "");
    assertThat(output(line)).endsWith("\n<two words><$HOME><>");
    assertThat(output(TimerSlack.monitor(line)))
        .isEqualTo(TimerSlack.MONITOR_NANOS + "\n<two words><$HOME><>");
  }

  /** The launchers cannot ask the class. */
  @Test
  void launchersSetTheSame() throws IOException {
    assertThat(Files.readString(Path.of("../dist/sh/jvm-options.sh")))
        .contains("echo " + TimerSlack.MONITOR_NANOS + " > /proc/self/timerslack_ns");
  }
}
