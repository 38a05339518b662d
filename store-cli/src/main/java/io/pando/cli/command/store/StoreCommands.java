package io.pando.cli.command.store;

import io.pando.cli.command.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands on the stores of an OSD that does not run. */
@Command(
    name = "store",
    description = "check, repair and copy the stores of an OSD that is not running",
    synopsisSubcommandLabel = "COMMAND")
public final class StoreCommands implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** All of these commands. */
  public static CommandLine commands(CommandContext context) {
    CommandLine group = new CommandLine(new StoreCommands());
    group.addSubcommand(new FsckCommand(context));
    group.addSubcommand(new StoreRepairCommand(context));
    group.addSubcommand(new StatsCommand(context));
    group.addSubcommand(new ExportCommand(context));
    group.addSubcommand(new ImportCommand(context));
    return group;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
