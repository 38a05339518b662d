package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.daemon.NewCluster;
import io.pando.cluster.release.Release;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A release of Pando, built from the history of this repository.
 *
 * @param classPath class path of its program
 */
record OlderBuild(String version, String classPath) {
  private static final int BUILD_MINUTES = 30;

  /** The last release in {@code dist/releases}; empty if the history does not have its commit. */
  static Optional<OlderBuild> newest() throws IOException, InterruptedException {
    Path root = root();
    String[] last =
        Files.readAllLines(root.resolve("dist/releases")).stream()
            .filter(line -> !line.startsWith("#"))
            .toList()
            .getLast()
            .split(" ", -1);
    String version = last[0];
    String commit = last[1];
    if (!succeeds(root, "git", "cat-file", "-e", commit + "^{commit}")) {
      return Optional.empty();
    }
    Path folder = root.resolve("target/releases").resolve(version + "-" + commit.substring(0, 12));
    Path built = folder.resolve("built");
    if (!Files.exists(built)) {
      build(root, commit, folder);
      Files.createFile(built);
    }
    return Optional.of(new OlderBuild(version, classPath(folder.resolve("store-cli/target"))));
  }

  /** The release that it is. */
  Release release() {
    return Release.labelled(version).orElseThrow();
  }

  /** Command line of its program, with the options of the JVM that daemons have here. */
  List<String> command(List<String> arguments) {
    List<String> line = new ArrayList<>(DaemonProcesses.present(arguments));
    line.set(line.indexOf("-cp") + 1, classPath);
    return line;
  }

  private static void build(Path root, String commit, Path folder)
      throws IOException, InterruptedException {
    if (Files.exists(folder)) {
      NewCluster.remove(folder);
    }
    Files.createDirectories(folder);
    Path log = folder.resolve("build.log");
    String script =
        """
        set -eu
        git archive '%s' | tar -x -C '%s'
        cd '%s'
        mvn=$(command -v mvn || echo ./mvnw)
        "$mvn" -B -Dmaven.test.skip=true -Dspotless.check.skip=true -pl store-cli -am package
        """
            .formatted(commit, folder, folder);
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", script);
    builder
        .directory(root.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .environment()
        .put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    boolean ended = process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended && process.exitValue() == 0)
        .as("the build of %s succeeds; its output is %s", commit, log)
        .isTrue();
  }

  private static String classPath(Path target) throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      Path jar =
          files
              .filter(file -> file.getFileName().toString().matches("store-cli-[0-9].*\\.jar"))
              .filter(file -> !file.getFileName().toString().endsWith("-tests.jar"))
              .findFirst()
              .orElseThrow();
      return jar + File.pathSeparator + Files.readString(target.resolve("classpath")).strip();
    }
  }

  private static boolean succeeds(Path folder, String... line)
      throws IOException, InterruptedException {
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException missing) {
      // Not even the program is there.
      return false;
    }
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("dist/releases"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no dist/releases above this folder");
    }
    return folder;
  }
}
