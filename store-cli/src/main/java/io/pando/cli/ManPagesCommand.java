package io.pando.cli;

import io.pando.cli.command.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pando man-pages DIR}: writes the manual pages of all commands, for the archive. */
@Command(
    name = "man-pages",
    hidden = true,
    description = "write the manual pages of all commands into a directory")
final class ManPagesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "DIR", description = "directory for the pages")
  private Path folder = Path.of("man");

  @Override
  public Integer call() throws IOException {
    CommandLine program = spec.root().commandLine();
    Files.createDirectories(folder);
    String version = String.join(" ", program.getCommandSpec().version());
    for (Map.Entry<String, String> page : ManPage.all(program, version).entrySet()) {
      Files.writeString(folder.resolve(page.getKey()), page.getValue());
    }
    return ExitStatus.OK;
  }
}
