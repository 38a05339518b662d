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
      "First steps: 'pando demo' shows it all; 'pando up' starts a cluster that stays.",
      "'pando COMMAND --help' explains a command."
    })
final class PandoCommand implements Runnable {
  @Mixin private final CommandContext surroundings;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "explain")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "say which version this is")
  private boolean version;

  @Spec private CommandSpec spec = CommandSpec.create();

  PandoCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  CommandContext surroundings() {
    return surroundings;
  }

  @Override
  public void run() {
    CommandLine command = spec.commandLine();
    throw new ParameterException(
        command, help || version ? "nothing to do" : "a command is missing");
  }
}
