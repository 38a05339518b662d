package io.pando.bench.sim;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The commit of a source checkout, if Git can report it. */
final class SourceCommit {
  private static final long PATIENCE_SECONDS = 20;

  private SourceCommit() {}

  /**
   * The commit that is checked out.
   *
   * @return the abbreviated hash, followed by {@code with changes} if files differ from that
   *     commit; {@code unknown} outside a checkout
   */
  static String at(Path home) throws InterruptedException {
    String hash = git(home, "rev-parse", "--short", "HEAD");
    if (hash.isEmpty()) {
      return "unknown";
    }
    return git(home, "status", "--porcelain").isEmpty() ? hash : hash + " with changes";
  }

  /** Output of a Git command, stripped; empty if it fails. */
  private static String git(Path home, String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      String printed =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "";
      }
      return process.exitValue() == 0 ? printed : "";
    } catch (IOException noGit) {
      return "";
    }
  }
}
