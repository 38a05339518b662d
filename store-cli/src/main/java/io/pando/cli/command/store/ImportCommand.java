package io.pando.cli.command.store;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.text.ByteSize;
import io.pando.disk.StoreException;
import io.pando.disk.transfer.ExportInput;
import io.pando.disk.transfer.Importer;
import io.pando.disk.transfer.Transferred;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Imports exported collections into stores. */
@Command(
    name = "import",
    description = {
      "import exported collections into an OSD's stores, which must not contain them",
      "Either all of them are imported, or none."
    })
final class ImportCommand implements Callable<Integer> {
  private static final int BUFFER_BYTES = 1 << 20;

  private final CommandContext context;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "an OSD's directory, or a shard's store")
  private Path directory = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "file with the export; - for standard input")
  private Path file = Path.of("");

  @Mixin private CollectionSelection selection = new CollectionSelection();

  ImportCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, StoreException {
    if (file.toString().equals("-")) {
      return take(context.console().in());
    }
    try (InputStream in = Files.newInputStream(file)) {
      return take(in);
    }
  }

  private int take(InputStream in) throws IOException, StoreException {
    try (OpenStores open = OpenStores.open(directory);
        TransferProgress progress = new TransferProgress(context.console(), "imported")) {
      ExportInput input = new ExportInput(new BufferedInputStream(in, BUFFER_BYTES));
      Transferred sum = new Importer(open.stores(), selection::contains, progress).run(input);
      context
          .console()
          .err()
          .printf(
              "%d collections, %d objects, %s%n",
              sum.collections(), sum.objects(), ByteSize.format(sum.bytes()));
      return ExitStatus.OK;
    }
  }
}
