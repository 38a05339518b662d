package io.pando.cli;

import io.pando.cli.command.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The top-level command. */
@Command(
    name = "pando",
    description = {"Pando, a distributed object store.%n"},
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "First steps: 'pando demo' is a tour; 'pando up' starts a cluster that keeps running.",
      "'pando COMMAND --help' shows the help of a command."
    })
final class PandoCommand implements Runnable {
  @Mixin private final CommandContext context;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "show this help")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "print the version")
  private boolean version;

  @Spec private CommandSpec spec = CommandSpec.create();

  PandoCommand(CommandContext context) {
    this.context = context;
  }

  CommandContext context() {
    return context;
  }

  @Override
  public void run() {
    CommandLine command = spec.commandLine();
    throw new ParameterException(
        command, help || version ? "nothing to do" : "a command is missing");
  }
}
