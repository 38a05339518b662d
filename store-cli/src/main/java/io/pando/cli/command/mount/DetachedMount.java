package io.pando.cli.command.mount;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.output.LogSetup;
import io.pando.cli.process.JavaCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Mounts in a process that outlives this one, and waits until the files can be used. */
record DetachedMount(
    CommandContext context, ClusterConfig config, Path directory, @Nullable Path givenLog) {
  private static final int HEAP_MIB = 1024;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final long LOOK_MILLIS = 20;

  /** A file name has 255 bytes at most, with ".log" and what rotation adds. */
  private static final int MOST_NAME_BYTES = 200;

  /**
   * Starts the process.
   *
   * @param arguments of the program, for a mount in the foreground
   */
  void start(List<String> arguments) throws IOException, InterruptedException {
    Path log = log();
    LogSetup.putAside(log, config.settings().log());
    long before = Files.exists(log) ? Files.size(log) : 0;
    Path folder = Files.createTempDirectory("pando-mount");
    Path ready = folder.resolve("ready");
    try {
      List<String> whole = new ArrayList<>(arguments);
      whole.addAll(List.of("--ready", ready.toString(), "--log", log.toString()));
      List<String> line = new ArrayList<>(JavaCommand.of(HEAP_MIB, whole));
      line.addFirst("nohup");
      Process process =
          new ProcessBuilder(line)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .redirectErrorStream(true)
              .start();
      await(process, ready, log, before);
      PrintStream out = context.console().out();
      out.print(Files.readString(ready));
      out.flush();
    } finally {
      Files.deleteIfExists(ready);
      Files.deleteIfExists(folder);
    }
  }

  private void await(Process process, Path ready, Path log, long before)
      throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
    while (!Files.exists(ready)) {
      if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        String said = printed(log, before);
        if (givenLog == null && before == 0) {
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

  private static String printed(Path log, long before) throws IOException {
    byte[] all = Files.readAllBytes(log);
    int from = Math.toIntExact(Math.min(before, all.length));
    return new String(all, from, all.length - from, StandardCharsets.UTF_8)
        .replaceFirst("(?m)^nohup: .*\\R", "")
        .strip();
  }

  /**
   * The mounts of a directory share a log. A user who may only read the configuration has no folder
   * beside it.
   */
  private Path log() throws IOException {
    if (givenLog != null) {
      return givenLog.toAbsolutePath();
    }
    Path folder = config.file().toAbsolutePath().resolveSibling("log");
    boolean usable = Files.isDirectory(folder) && Files.isWritable(folder);
    return usable
        ? folder.resolve(logName(directory.toRealPath()))
        : Files.createTempFile("pando-mount-", ".log");
  }

  /** Name of the log of mounts of a directory, whose path is absolute. */
  static String logName(Path directory) {
    String path = directory.toString().substring(1);
    String name = path.replace("-", "--").replace('/', '-').replaceAll("\\s", "_");
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    return length <= MOST_NAME_BYTES
        ? "mount-" + name + ".log"
        : "mount-%08x.log".formatted(path.hashCode());
  }
}
