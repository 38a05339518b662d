package io.pando.structure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The project's own files: those in git, or all but build results where there is no git. */
record SourceTree(Path root, List<String> paths) {
  /** The tree that this test was built from. */
  static SourceTree here() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("store-core/pom.xml"))) {
      Path parent = root.getParent();
      if (parent == null) {
        throw new IllegalStateException(
            "not inside the source tree: " + Path.of("").toAbsolutePath());
      }
      root = parent;
    }
    List<String> tracked = tracked(root);
    return new SourceTree(root, tracked.isEmpty() ? walk(root) : tracked);
  }

  /** Content of a file. */
  String read(String path) {
    try {
      return Files.readString(root.resolve(path), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static List<String> tracked(Path root) {
    ProcessBuilder builder =
        new ProcessBuilder("git", "ls-files", "-z", "-co", "--exclude-standard")
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      Process git = builder.start();
      String output;
      try (InputStream stream = git.getInputStream()) {
        output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      }
      return Arrays.stream(output.split("\0", -1))
          .filter(path -> Files.isRegularFile(root.resolve(path)))
          .toList();
    } catch (IOException noGit) {
      return List.of();
    }
  }

  static List<String> walk(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(path -> !path.matches("(.*/)?(target|\\.git|\\.pando)/.*"))
          .sorted()
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
