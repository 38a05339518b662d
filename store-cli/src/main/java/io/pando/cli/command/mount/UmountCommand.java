package io.pando.cli.command.mount;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.output.Json;
import io.pando.fuse.device.KernelMount;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando umount}. */
@Command(
    name = "umount",
    description = {
      "unmount a file system from a directory of this machine",
      "All writes through the mount are durable when this returns."
    })
public final class UmountCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(paramLabel = "DIR", description = "where it is mounted")
  private Path directory = Path.of("");

  @Option(
      names = {"-l", "--lazy"},
      description = "although files are open: they can be used until they are closed")
  private boolean lazily;

  public UmountCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    Path point = KernelMount.find(directory);
    sync(point);
    KernelMount.unmount(point, lazily);
    context.print(
        () -> new Json().put("directory", point.toString()),
        () -> context.print("Nothing of Pando is mounted at " + point + " any more."));
    return ExitStatus.OK;
  }

  /** The kernel passes on {@code fsync} of a directory, and not that of a whole file system. */
  private void sync(Path point) {
    try (FileChannel root = FileChannel.open(point, StandardOpenOption.READ)) {
      root.force(true);
    } catch (IOException e) {
      context
          .console()
          .err()
          .println("pando: the last writes may not be durable: " + e.getMessage());
    }
  }
}
