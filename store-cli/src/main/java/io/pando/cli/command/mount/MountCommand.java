package io.pando.cli.command.mount;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.daemon.UntilStopped;
import io.pando.cli.output.Json;
import io.pando.cli.output.LogSetup;
import io.pando.fuse.FuseMount;
import io.pando.fuse.device.KernelMount;
import io.pando.fuse.files.MountedFiles;
import io.pando.fuse.files.ProcessGroups;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando mount}: a file system as a directory of this machine. */
@Command(
    name = "mount",
    description = {
      "mount a file system, or a directory of it, at a directory of this machine",
      "Returns when its files can be used. A process stays that serves them, until 'pando umount'."
    })
public final class MountCommand implements Callable<Integer> {
  private static final Duration LONG = Duration.ofHours(1);

  private final CommandContext context;
  private final MountSource source;

  @Parameters(
      index = "0",
      paramLabel = "FS[:/PATH]",
      description = "the file system; with PATH: a directory of it, from its root")
  private String target = "";

  @Parameters(index = "1", paramLabel = "DIR", description = "an existing, empty directory")
  private Path directory = Path.of("");

  @Option(
      names = {"-r", "--read-only"},
      description = "nothing can be changed through the mount")
  private boolean readOnly;

  @Option(
      names = "--allow-other",
      description = "other users may use it too; their permissions are checked")
  private boolean allowOther;

  @Option(names = "--nonempty", description = "even if DIR has files, which the mount hides")
  private boolean nonEmpty;

  @Option(
      names = "--foreground",
      description = "stay, and serve it until it is unmounted or Ctrl-C is pressed")
  private boolean foreground;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description =
          "the log of the process that stays (default: one for DIR in the folder log beside the"
              + " configuration, or a file in that for temporary files; with --foreground standard"
              + " error)")
  private @Nullable Path log;

  @Option(
      names = "--ready",
      hidden = true,
      paramLabel = "FILE",
      description = "a file that is made when the files can be used")
  private @Nullable Path ready;

  public MountCommand(CommandContext context, MountSource source) {
    this.context = context;
    this.source = source;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    MountTarget parsed = MountTarget.parse(target);
    KernelMount.check(directory);
    refuseFiles();
    ClusterConfig config = context.config();
    if (!foreground) {
      new DetachedMount(context, config, directory, log).start(arguments(config));
      return ExitStatus.OK;
    }
    try (MountSource.Opened client = source.open(config, parsed.fileSystem())) {
      serve(parsed, config, client);
    }
    return ExitStatus.OK;
  }

  private void refuseFiles() throws IOException {
    if (nonEmpty || !Files.isReadable(directory)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      if (files.iterator().hasNext()) {
        throw UserError.failed(
            ("the directory %s is not empty, and a mount would hide its files: choose another one,"
                    + " or give --nonempty")
                .formatted(directory));
      }
    }
  }

  /** The command line of the process that stays. */
  private List<String> arguments(ClusterConfig config) {
    List<String> line =
        new ArrayList<>(List.of("mount", target, directory.toAbsolutePath().toString()));
    line.addAll(List.of("--foreground", "-c", config.file().toAbsolutePath().toString()));
    if (readOnly) {
      line.add("--read-only");
    }
    if (allowOther) {
      line.add("--allow-other");
    }
    if (nonEmpty) {
      line.add("--nonempty");
    }
    if (context.json()) {
      line.addAll(List.of("-f", "json"));
    }
    return line;
  }

  private void serve(MountTarget of, ClusterConfig config, MountSource.Opened client)
      throws IOException, InterruptedException {
    MountedFiles files = new MountedFiles(client.calls(), client.hash(), ProcessGroups.OF_SYSTEM);
    files.choose(of.path());
    FuseMount mount =
        FuseMount.mount(directory, MountedFiles.options(of.shown(), readOnly, allowOther), files);
    UntilStopped.Ending ending =
        UntilStopped.whenStopped(
            context.console().err(),
            () -> {
              mount.close();
              client.close();
            });
    try {
      tell(of, mount.point());
      if (log == null) {
        LogSetup.daemon(config.settings().log());
      } else {
        LogSetup.daemon(log, config.settings().log());
      }
    } catch (Throwable failure) {
      ending.failed();
      throw failure;
    }
    while (!mount.awaitEnd(LONG)) {
      // Its readers serve it.
    }
  }

  private void tell(MountTarget of, Path point) throws IOException {
    String said =
        context.json()
            ? Json.text(
                new Json()
                    .put("file_system", of.fileSystem())
                    .put("path", of.path())
                    .put("directory", point.toString())
                    .put("process", ProcessHandle.current().pid()))
            : "%s is mounted at %s. 'pando umount %s' unmounts it.".formatted(of, point, point);
    if (ready == null) {
      context.print(said);
      context.console().out().flush();
    } else {
      // The process that waits for the file must not read it half written.
      Path half = ready.resolveSibling(ready.getFileName() + ".half");
      Files.writeString(half, said + System.lineSeparator());
      Files.move(half, ready, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
