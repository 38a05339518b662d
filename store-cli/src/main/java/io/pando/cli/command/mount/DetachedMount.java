package io.pando.cli.command.mount;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.process.JavaCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Mounts in a process that outlives this one, and waits until the files can be used. */
record DetachedMount(CommandContext context, ClusterConfig config, @Nullable Path givenLog) {
  private static final int HEAP_MIB = 1024;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final long LOOK_MILLIS = 20;

  /**
   * Starts the process.
   *
   * @param arguments of the program, for a mount in the foreground
   */
  void start(List<String> arguments) throws IOException, InterruptedException {
    Path log = log();
    Path folder = Files.createTempDirectory("pando-mount");
    Path ready = folder.resolve("ready");
    try {
      List<String> whole = new ArrayList<>(arguments);
      whole.addAll(List.of("--ready", ready.toString()));
      List<String> line = new ArrayList<>(JavaCommand.of(HEAP_MIB, whole));
      line.addFirst("nohup");
      Process process =
          new ProcessBuilder(line)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(log.toFile())
              .redirectErrorStream(true)
              .start();
      await(process, ready, log);
      PrintStream out = context.console().out();
      out.print(printed(log));
      out.flush();
    } finally {
      Files.deleteIfExists(ready);
      Files.deleteIfExists(folder);
    }
  }

  private void await(Process process, Path ready, Path log)
      throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    while (!Files.exists(ready)) {
      if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        String said = printed(log).strip();
        if (givenLog == null) {
          Files.delete(log);
        }
        throw UserError.failed(said.replaceFirst("^pando: ", ""));
      }
      if (System.nanoTime() > deadlineNanos) {
        process.destroy();
        throw UserError.failed(
            "the file system was not mounted within %d s; see %s"
                .formatted(TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS), log));
      }
    }
  }

  private static String printed(Path log) throws IOException {
    return Files.readString(log).replaceFirst("(?m)^nohup: .*\\R", "");
  }

  /** A user who may only read the configuration has no folder beside it. */
  private Path log() throws IOException {
    if (givenLog != null) {
      return givenLog;
    }
    Path folder = config.file().toAbsolutePath().resolveSibling("log");
    boolean usable = Files.isDirectory(folder) && Files.isWritable(folder);
    return usable
        ? Files.createTempFile(folder, "mount-", ".out")
        : Files.createTempFile("pando-mount-", ".out");
  }
}
