package io.pando.cli;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pando completion}: prints the completion script of a shell. */
@Command(
    name = "completion",
    description = "print the completion script of a shell; use: source <(pando completion bash)")
final class CompletionCommand implements Callable<Integer> {
  private final CommandContext context;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Shells with completion; zsh uses the script of bash. */
  enum Shell {
    bash,
    zsh
  }

  @Parameters(index = "0", defaultValue = "bash", description = "${COMPLETION-CANDIDATES}")
  private Shell shell = Shell.bash;

  CompletionCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    context.refuseJson("the output is a shell script");
    if (shell == Shell.zsh) {
      context.print("autoload -U +X compinit && compinit");
      context.print("autoload -U +X bashcompinit && bashcompinit");
    }
    context.print(AutoComplete.bash("pando", spec.root().commandLine()));
    return ExitStatus.OK;
  }
}
