package io.pando.cli;

import io.pando.cli.command.Surroundings;
import io.pando.cli.config.ConfigLocation;
import io.pando.cli.output.Console;

/** Where the program starts. */
public final class Main {
  private Main() {}

  /** Runs one command; the process ends with its exit status. */
  public static void main(String[] args) {
    Console console = Console.ofProcess();
    int status = new Program(new Surroundings(console, ConfigLocation.ofProcess())).run(args);
    System.exit(status);
  }
}
