package io.pando.cli;

import java.util.Optional;

/** Finds the command in a command line before it is parsed. */
final class FirstWord {
  private FirstWord() {}

  /**
   * The first word that is no option; empty if an option before it is none of those that every
   * command has.
   */
  static Optional<String> of(String... args) {
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "-c", "--conf", "-f", "--format" -> i++;
        case "--debug" -> {}
        default -> {
          boolean withValue = args[i].startsWith("--conf=") || args[i].startsWith("--format=");
          if (!withValue) {
            return args[i].startsWith("-") ? Optional.empty() : Optional.of(args[i]);
          }
        }
      }
    }
    return Optional.empty();
  }
}
