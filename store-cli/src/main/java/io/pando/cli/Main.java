package io.pando.cli;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.Errors;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ConfigLocation;
import io.pando.cli.output.Console;
import java.io.IOException;

/** Entry point of the program. */
public final class Main {
  private Main() {}

  /** Runs one command, and exits with its status. */
  public static void main(String[] args) {
    CommandContext surroundings =
        new CommandContext(Console.ofProcess(), ConfigLocation.ofProcess());
    int status;
    try {
      status = new Program(surroundings).run(Arguments.ofProcess(args));
    } catch (UserError | IOException wrong) {
      status = new Errors(surroundings).report(wrong);
    }
    System.exit(status);
  }
}
