package io.pando.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
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
  void daemonsStartWithWideSlackAndKeepTheirArguments() throws IOException {
    String script = "cat /proc/self/timerslack_ns; printf '<%s>' \"$@\"";
    List<String> line = List.of("/bin/bash", "-c", script, "bash", "two words", "$HOME", "");
    assertThat(output(line)).endsWith("\n<two words><$HOME><>");
    assertThat(output(TimerSlack.daemon(line)))
        .isEqualTo(TimerSlack.DAEMON_NANOS + "\n<two words><$HOME><>");
  }

  /** The launchers cannot ask the class. */
  @Test
  void launchersSetTheSame() throws IOException {
    assertThat(Files.readString(Path.of("../dist/sh/jvm-options.sh")))
        .contains("echo " + TimerSlack.DAEMON_NANOS + " > /proc/self/timerslack_ns");
  }

  @Test
  void threadsMakeTheirTimersExact() throws Exception {
    AtomicReference<String> found = new AtomicReference<>("");
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                Path task = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
                Path slack = Path.of("/proc").resolve(task).resolve("timerslack_ns");
                Files.writeString(slack, "7000000");
                String failure = TimerSlack.makeExact();
                found.set(failure + Files.readString(slack).strip());
              } catch (IOException e) {
                found.set(e.toString());
              }
            });
    thread.join();
    assertThat(found.get()).isEqualTo("50000");
  }
}
