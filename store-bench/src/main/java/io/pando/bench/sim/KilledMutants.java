package io.pando.bench.sim;

import io.pando.cli.command.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the random mutants that the unit tests killed: lines of name, verdict and further columns,
 * separated by tabs.
 */
final class KilledMutants {
  private static final String KILLED = "killed";

  private KilledMutants() {}

  /** Names of the killed mutants. */
  static Set<String> read(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .map(line -> List.of(line.split("\t", -1)))
          .filter(parts -> parts.size() > 1 && parts.get(1).equals(KILLED))
          .map(List::getFirst)
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw UserError.usage("--killed: cannot read " + file + ": " + e.getMessage());
    }
  }
}
