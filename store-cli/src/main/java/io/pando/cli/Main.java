package io.pando.cli;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.Errors;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ConfigLocation;
import io.pando.cli.output.Console;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;

/** Entry point of the program. */
public final class Main {
  private Main() {}

  /** Runs one command, and exits with its status. */
  public static void main(String[] args) {
    run(args, context -> List.of());
  }

  /**
   * Runs one command of a program that has further commands, and exits with its status.
   *
   * @param further makes the commands that this module does not have
   */
  public static void run(String[] args, Function<CommandContext, List<CommandLine>> further) {
    CommandContext context = new CommandContext(Console.ofProcess(), ConfigLocation.ofProcess());
    int status;
    try {
      status = new Program(context, further.apply(context)).run(Arguments.ofProcess(args));
    } catch (UserError | IOException wrong) {
      status = new Errors(context).report(wrong);
    }
    System.exit(status);
  }
}
