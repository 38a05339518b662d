package io.pando.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs programs as a user who has nothing in the environment.
 *
 * @param folder working folder
 * @param environment all variables
 */
record Script(Path folder, Map<String, String> environment) {
  private static final long PATIENCE_SECONDS = 300;

  /** What a program gave. */
  record Outcome(int status, String out, String err) {
    String orFail() {
      assertThat(status).as(err).isZero();
      return out;
    }
  }

  /** Starts a program whose output does not matter. */
  Process start(Object... line) throws IOException {
    return start(Path.of("/dev/null"), Path.of("/dev/null"), line);
  }

  /** Runs a program to its end. */
  Outcome run(Object... line) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    Process process = start(out, err, line);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    Outcome outcome =
        new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    Files.delete(out);
    Files.delete(err);
    return outcome;
  }

  private Process start(Path out, Path err, Object... line) throws IOException {
    List<String> words = new ArrayList<>(Stream.of(line).map(Object::toString).toList());
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }
}
