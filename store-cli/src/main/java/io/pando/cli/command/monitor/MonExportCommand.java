package io.pando.cli.command.monitor;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.mon.state.MonitorState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the state of a monitor to a file. */
@Command(
    name = "export",
    description = {
      "write the monitors' state to a file: a backup.",
      "",
      "Run it on the machine of a monitor, which may be running or not. The file is for 'pando mon"
          + " rescue --from FILE'. It is as new as that monitor's log."
    })
public final class MonExportCommand implements Callable<Integer> {
  private final CommandContext context;

  @Option(
      names = "--id",
      paramLabel = "N",
      required = true,
      description = "number of the monitor whose folder is read")
  private int id;

  @Parameters(index = "0", paramLabel = "FILE", description = "file to write")
  private Path file = Path.of("");

  public MonExportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    Survivor monitor = Survivor.of(context.config(), id);
    MonitorState state =
        monitor
            .state()
            .orElseThrow(() ->
                UserError.failed(
                    "%s has no cluster map of mon.%d: run this where that monitor keeps its data"
                        .formatted(monitor.data(), id)));
    StateFile.write(file, state);
    context.print(
        () -> new Json().put("file", file.toString()).put("epoch", state.map().epoch()),
        () -> context.printf("%s: state of mon.%d with map %d", file, id, state.map().epoch()));
    return ExitStatus.OK;
  }
}
