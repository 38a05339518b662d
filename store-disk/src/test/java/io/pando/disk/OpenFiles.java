package io.pando.disk;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The open files of this process, as Linux reports them. */
public final class OpenFiles {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private OpenFiles() {}

  /**
   * Number of open descriptors of a file; the test is skipped where the system does not report
   * them.
   */
  public static long count(Path file) throws IOException {
    assumeTrue(Files.isDirectory(DESCRIPTORS));
    Path real = file.toRealPath();
    try (Stream<Path> all = Files.list(DESCRIPTORS)) {
      return all.filter(descriptor -> isOf(descriptor, real)).count();
    }
  }

  private static boolean isOf(Path descriptor, Path real) {
    try {
      return Files.readSymbolicLink(descriptor).equals(real);
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }
}
