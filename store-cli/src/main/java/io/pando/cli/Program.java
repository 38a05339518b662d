package io.pando.cli;

import io.pando.cli.command.Errors;
import io.pando.cli.command.Surroundings;
import io.pando.cli.command.admin.CrushOffline;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The tree of commands. */
final class Program {
  private final Surroundings surroundings;

  Program(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** Runs what the arguments say; returns the exit status. */
  int run(String... args) {
    CommandLine program = commands();
    int status = program.execute(args);
    surroundings.console().out().flush();
    surroundings.console().err().flush();
    return status;
  }

  /** All commands. */
  CommandLine commands() {
    CommandLine program = new CommandLine(new PandoCommand(surroundings));
    program.getCommandSpec().version(version());
    program.addSubcommand(crush());
    program.addSubcommand(new CommandLine(new HelpCommand()));
    Errors errors = new Errors(surroundings);
    program.setExecutionExceptionHandler(errors);
    program.setParameterExceptionHandler(errors);
    program.setCaseInsensitiveEnumValuesAllowed(true);
    program.setOut(new PrintWriter(surroundings.console().out(), true, StandardCharsets.UTF_8));
    program.setErr(new PrintWriter(surroundings.console().err(), true, StandardCharsets.UTF_8));
    return program;
  }

  private CommandLine crush() {
    CommandLine group = new CommandLine(new CrushGroup());
    group.addSubcommand(new CrushOffline.Compile(surroundings));
    group.addSubcommand(new CrushOffline.Decompile(surroundings));
    group.addSubcommand(new CrushOffline.Test(surroundings));
    return group;
  }

  private static String version() {
    String version = Program.class.getPackage().getImplementationVersion();
    return "pando " + (version == null ? "(not packaged)" : version);
  }

  @Command(name = "crush", description = "the map by which data finds its devices")
  private static final class CrushGroup {}
}
