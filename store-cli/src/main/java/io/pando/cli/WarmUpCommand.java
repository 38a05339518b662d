package io.pando.cli;

import io.pando.cli.command.ExitStatus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Does without a cluster what most commands do, so that the launcher can record which classes they
 * load.
 */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    spec.root().commandLine().execute("status", "--help");
    return ExitStatus.OK;
  }
}
