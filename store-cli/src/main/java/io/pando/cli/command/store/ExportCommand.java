package io.pando.cli.command.store;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.text.ByteSize;
import io.pando.disk.StoreException;
import io.pando.disk.raw.OfflineStore;
import io.pando.disk.transfer.ExportOutput;
import io.pando.disk.transfer.Exporter;
import io.pando.disk.transfer.Transferred;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes collections into a file. */
@Command(
    name = "export",
    description = {
      "write collections of an OSD's stores into a file",
      "Exit status 1 if objects were damaged; only their names are exported."
    })
final class ExportCommand implements Callable<Integer> {
  private static final int BUFFER_BYTES = 1 << 20;

  private final CommandContext context;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "an OSD's directory, or a shard's store")
  private Path directory = Path.of("");

  @Parameters(index = "1", paramLabel = "FILE", description = "output file; - for standard output")
  private Path file = Path.of("");

  @Mixin private CollectionSelection selection = new CollectionSelection();

  @Option(names = "--force", description = "replace an existing file")
  private boolean force;

  ExportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, StoreException {
    try (OpenStores open = OpenStores.open(directory)) {
      Transferred sum =
          file.toString().equals("-") ? export(open, context.console().out()) : exportToFile(open);
      context
          .console()
          .err()
          .printf(
              "%d collections, %d objects, %s%n",
              sum.collections(), sum.objects(), ByteSize.format(sum.bytes()));
      return sum.damaged() == 0 ? ExitStatus.OK : ExitStatus.FAILED;
    }
  }

  /** Exports to a file, which gets its name only when it is complete. */
  private Transferred exportToFile(OpenStores open) throws IOException, StoreException {
    if (!force && Files.exists(file)) {
      throw UserError.failed(file + " already exists: name another file, or give --force");
    }
    Path draft = file.resolveSibling(file.getFileName() + ".part");
    Transferred sum;
    try (OutputStream out =
        Files.newOutputStream(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      sum = export(open, out);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return sum;
  }

  private Transferred export(OpenStores open, OutputStream into)
      throws IOException, StoreException {
    OutputStream out = new BufferedOutputStream(into, BUFFER_BYTES);
    try (TransferProgress progress = new TransferProgress(context.console(), "exported")) {
      Exporter exporter = new Exporter(new ExportOutput(out), progress);
      for (OfflineStore store : open.stores()) {
        exporter.export(store, selection::contains);
      }
      Transferred sum = exporter.end();
      if (sum.collections() == 0) {
        throw UserError.failed(directory + " has not one of " + selection);
      }
      return sum;
    }
  }
}
