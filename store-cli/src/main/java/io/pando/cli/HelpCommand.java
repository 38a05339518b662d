package io.pando.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pando help …}: the same as {@code pando … --help}. */
@Command(name = "help", description = "show the help of a command")
final class HelpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "such as: pool create")
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    List<String> arguments = new ArrayList<>(words);
    arguments.add("--help");
    return spec.root().commandLine().execute(arguments.toArray(String[]::new));
  }
}
