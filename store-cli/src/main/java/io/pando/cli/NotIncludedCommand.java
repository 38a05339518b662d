package io.pando.cli;

import io.pando.cli.command.UserError;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Stands for a command of the module {@code store-bench} in a program without that module. */
@Command(
    hidden = true,
    description = "not included: benchmarks and the simulator are in the archive pando-bench")
final class NotIncludedCommand implements Runnable {
  /** The first words of that module's commands. */
  static final List<String> NAMES = List.of("bench", "torture", "sim", "soak");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..*", hidden = true)
  void ignore(List<String> words) {}

  /** Adds a command for each of these names that the program does not have. */
  static void addTo(CommandLine program) {
    for (String name : NAMES) {
      if (!program.getSubcommands().containsKey(name)) {
        CommandLine command = new CommandLine(new NotIncludedCommand());
        command.setUnmatchedOptionsArePositionalParams(true);
        program.addSubcommand(name, command);
      }
    }
  }

  @Override
  public void run() {
    throw UserError.failed(
        spec.qualifiedName()
            + " is not included in this installation: benchmarks and the simulator are in the"
            + " archive pando-bench, and in a source tree ./pando has them");
  }
}
