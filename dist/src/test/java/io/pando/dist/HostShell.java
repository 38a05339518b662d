package io.pando.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A shell that runs one line after the other, as typed. */
final class HostShell implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 240;
  private static final String MARK = "== status ";

  private final Process process;
  private final PrintStream in;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  /** What a line gave. */
  record Outcome(String line, int status, String output) {
    String orFail() {
      assertThat(status).as("%s%n%s", line, output).isZero();
      return output;
    }
  }

  private HostShell(Process process) {
    this.process = process;
    this.in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    Thread.ofVirtual()
        .start(() -> {
          out.lines().forEach(lines::add);
          lines.add(MARK + "the shell has ended");
        });
  }

  static HostShell start(Path folder, Map<String, String> environment, String... command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    return new HostShell(builder.start());
  }

  /** Runs a line to its end. The mark begins a line of its own, after output without an end. */
  Outcome run(String line) throws InterruptedException {
    in.println("{ " + line + "\n} < /dev/null 2>&1; printf '\\n" + MARK + "%d\\n' $?");
    List<String> output = new ArrayList<>();
    while (true) {
      String next = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        process.destroyForcibly();
        return new Outcome(line, -1, String.join("\n", output) + "\n(did not end in time)");
      }
      if (next.startsWith(MARK)) {
        String status = next.substring(MARK.length());
        boolean ended = !status.matches("[0-9]+");
        if (!output.isEmpty() && output.getLast().isEmpty()) {
          output.removeLast();
        }
        return new Outcome(line, ended ? -1 : Integer.parseInt(status), String.join("\n", output));
      }
      output.add(next);
    }
  }

  /** Process number of the shell, which is the child of the program that made its namespaces. */
  long pidOfShell() {
    return process.toHandle().children().findFirst().orElseThrow().pid();
  }

  /** Ends the shell, and with it every process of its host. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
